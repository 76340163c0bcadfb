import type { RecordEdit } from '@postil/domain/outbox/entry'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { NotSaved } from './NotSaved.tsx'

const changed = { status: 409, messages: [], isAnsweredElsewhere: true }

function show(refusal: { status: number; messages: string[]; isAnsweredElsewhere?: boolean }, annotation: object) {
  const record = {
    id: 1,
    text: 'Eva left',
    status: 'Validated',
    annotation: { agent: 'ann', ...annotation },
  } as RecordEdit['record']
  const edit = { ...{ workspace: 'team', name: 'news', task: 'Text2Text' as const, gesture: 'g' }, record }
  const tools = { saveAnyway: vi.fn(), dismiss: vi.fn() }
  const problem = { ...refusal, entryId: 'e', edit }
  render(<NotSaved problem={problem} tools={tools} />)
  return { user: userEvent.setup(), text: screen.getByRole('alert').textContent, tools, problem }
}

it.each([
  ['labels', { labels: [{ class: 'refund', score: 1 }] }, 'Yours: Validated, refund'],
  ['entities', { entities: [{ start: 0, end: 3, label: 'person', score: 1 }] }, 'Yours: Validated, Eva (person)'],
  ['a text', { sentences: [{ text: 'Meine Karte', score: 1 }] }, 'Yours: Validated, Meine Karte'],
  ['no labels', { labels: [] }, 'Yours: Validated'],
])('shows what the user annotated beside the version of somebody else: %s', async (_, annotation, mine) => {
  const { text, user, tools, problem } = show(changed, annotation)
  expect(text).toContain(`yours was not saved. ${mine}`)
  await user.click(screen.getByRole('button', { name: 'Save mine instead' }))
  expect(tools.saveAnyway).toHaveBeenCalledWith(problem)
})

it.each([
  ['the record was deleted', [], 'This record was deleted in the meantime, so this was not saved.'],
  [
    'the dataset was deleted, or the name of its workspace taken',
    ['Unknown'],
    'This dataset is no longer here: it was deleted, or another workspace has taken the name of its own. This was not saved.',
  ],
])('says that %s, keeps the text to be copied, and offers nothing that cannot work', async (_, messages, why) => {
  const { text, user, tools } = show({ status: 404, messages }, { sentences: [{ text: 'Meine Karte', score: 1 }] })
  expect(text).toContain(`${why} Yours: Validated, Meine Karte`)
  expect(text).not.toContain('Unknown')
  expect(screen.queryByRole('button', { name: /Try again|Save mine/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(tools.dismiss).toHaveBeenCalledOnce()
})

it('shows what the server refused for another reason, with the reason', () => {
  const { text } = show({ status: 422, messages: ['Too long.'] }, { sentences: [{ text: 'Meine Karte', score: 1 }] })
  expect(text).toContain('This was not saved: Too long. Yours: Validated, Meine Karte')
  screen.getByRole('button', { name: 'Try again' })
})
