import type { AnyRecordBody } from '@postil/contract/task/records'
import { openRecord } from '@postil/domain/task-editing/record'
import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CardActions, CardTools, TaskParts } from '../task-parts.ts'
import { RecordCard } from './RecordCard.tsx'

// React logs every error that a boundary catches; here errors are expected.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => vi.restoreAllMocks())

/** Render the cards of three records, of which the second throws. */
function show(broken: Partial<TaskParts<AnyRecordBody>>) {
  const parts = {
    titleOf: ({ id }: AnyRecordBody) => `Text of ${id}`,
    CardBody: ({ record }) => <p>{`Text of ${record.body.id}`}</p>,
    hasAnnotation: () => false,
    ...broken,
  } as TaskParts<AnyRecordBody>
  const tools = { canValidate: () => true } as unknown as CardTools<AnyRecordBody>
  const shown = { labels: [], parts, tools, actions: {} as CardActions<AnyRecordBody>, problem: undefined }
  const records = ['one', 'two', 'three'].map((id) =>
    openRecord({ id, status: 'Default', metrics: {}, text: id } as AnyRecordBody),
  )
  render(
    <ol>
      {records.map((record) => (
        <RecordCard
          key={record.body.id}
          record={record}
          viewMode="annotate"
          isStop={false}
          isActive={false}
          isAlone={false}
          {...shown}
        />
      ))}
    </ol>,
  )
  return screen.getAllByRole('article').map((card) => card.textContent)
}

const failing = (id: string | number) => {
  if (id === 'two') throw new Error('a part that fails')
}

it('shows the text of a record whose body cannot be drawn, and all that can be done with it', () => {
  const CardBody: TaskParts<AnyRecordBody>['CardBody'] = ({ record }) => {
    failing(record.body.id)
    return <p>{`Text of ${record.body.id}`}</p>
  }
  const cards = show({ CardBody })
  expect(cards).toHaveLength(3)
  for (const [at, id] of ['one', 'two', 'three'].entries()) expect(cards[at]).toContain(`Text of ${id}`)
  expect(screen.getAllByRole('button', { name: 'Discard' })).toHaveLength(3)
  expect(console.error).toHaveBeenCalled()
})

it('shows the other records of a page when a card cannot be drawn at all', () => {
  const cards = show({
    titleOf: ({ id }) => {
      failing(id)
      return `Text of ${id}`
    },
  })
  expect(cards).toEqual([
    expect.stringContaining('Text of one'),
    'This record cannot be shown.',
    expect.stringContaining('Text of three'),
  ])
})
