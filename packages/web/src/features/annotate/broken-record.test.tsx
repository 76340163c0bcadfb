import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AnnotationRecord } from '../../api/feedback/record.ts'
import { fakeFeedback, settings } from '../feedback/testing/fake-feedback.ts'
import { withSearch } from '../feedback/testing/with-search.ts'
import { openAnnotation, question, show, shownText } from './testing/open-annotation.tsx'

vi.mock('../../record/RecordDetails.tsx', () => ({
  RecordDetails: ({ record }: { record: AnnotationRecord }) => {
    if (record.id === 'broken') throw new Error('a part that fails')
  },
}))

vi.mock('../../record/MarkedText.tsx', () => ({
  MarkedText: ({ text }: { text: string }) => {
    if (text === 'Text of unmarkable') throw new Error('a part that fails')
    return text
  },
}))

// React logs every error that a boundary catches; here errors are expected.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const intent = { name: 'intent', required: true, settings: settings.label('refund', 'card') }

it('shows a record whose Markdown cannot be formatted as it is written', async () => {
  const text = `${'>'.repeat(60_000)} the end`
  const { user } = await openAnnotation({
    questions: [intent],
    fields: [{ name: 'text', use_markdown: true }],
    records: [{ id: 'r1', fields: { text } }, { id: 'r2' }],
  })
  await waitFor(() => expect(shownText()).toContain(text))
  await user.keyboard('1{Enter}')
  await waitFor(() => expect(shownText()).toContain('Text of r2'))
})

it('shows a field as plain text when its marks cannot be drawn', async () => {
  await openAnnotation({ questions: [intent], records: [{ id: 'unmarkable' }] })
  expect(shownText()).toContain('Text of unmarkable')
  expect(question('intent').getAllByRole('radio')).toHaveLength(2)
  expect(console.error).toHaveBeenCalled()
})

it('says that a record cannot be shown, and goes on to the next', async () => {
  const { user } = await openAnnotation({
    questions: [intent],
    records: [{ id: 'broken' }, { id: 'r2' }],
  })
  expect(screen.getByRole('region', { name: 'Record' }).textContent).toBe('This record cannot be shown.')
  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(shownText()).toContain('Text of r2'))
})

it('shows the other records of a page when one of them cannot be shown', async () => {
  const server = fakeFeedback({
    questions: [intent],
    records: [{ id: 'r1' }, { id: 'broken' }, { id: 'r3' }],
  })
  withSearch(server, {})
  const { user } = await show(server)
  await user.click(screen.getByRole('radio', { name: 'Bulk' }))
  await screen.findByRole('list', { name: 'Records' })
  const cards = await screen.findAllByRole('article')
  expect(cards.map((card) => card.textContent)).toEqual([
    expect.stringContaining('Text of r1'),
    'This record cannot be shown.',
    expect.stringContaining('Text of r3'),
  ])
})
