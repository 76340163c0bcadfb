import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { show } from '../../annotate/testing/open-annotation.tsx'
import { type FakeRecord, fakeFeedback, settings } from '../../feedback/testing/fake-feedback.ts'
import { withSearch } from '../../feedback/testing/with-search.ts'

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

const mark = (label: string, start: number, end: number) => ({ label, start, end })
const record = (text: string, spans?: unknown): FakeRecord => ({
  id: text,
  fields: { text, note: 'Oslo' },
  suggestions: spans === undefined ? [] : [{ question: 'places', value: spans }],
})

/** Opens `records` in the bulk view. */
async function openCards(records: FakeRecord[]) {
  const server = fakeFeedback({
    fields: [{ name: 'text', use_markdown: true }, { name: 'note' }],
    questions: [{ name: 'places', settings: settings.span('town', 'land') }],
    records,
  })
  withSearch(server, {})
  const { user } = await show(server)
  await user.click(screen.getByRole('radio', { name: 'Bulk' }))
  await screen.findByRole('list', { name: 'Records' })
}

/** The words marked in each card, with their labels. */
const marksInCards = () =>
  screen.getAllByRole('article').map((card) => {
    const field = within(card).getByRole('group', { name: 'text' })
    const marks = [...field.querySelectorAll<HTMLElement>('[data-kind="suggested"][data-start]')]
    return { field, marks: marks.map(({ textContent, title }) => `${textContent}: ${title}`) }
  })

describe('suggested marks in the cards of the bulk view', () => {
  it('are drawn where they are suggested, in code points, also over each other; what is suggested alone is marked', async () => {
    await openCards([
      record('From Oslo to Norway.', [mark('town', 5, 9), mark('land', 13, 19)]),
      record('🎉🎉 in Oslo!', [mark('town', 6, 10)]),
      record('The Oslo region', [mark('land', 4, 15), mark('town', 4, 8)]),
      record('None **here**.', []),
      record('Nobody *said*.'),
    ])
    // The code for marks loads after the list, and the cards render with it one by one.
    await waitFor(() =>
      expect(marksInCards().map(({ marks }) => marks)).toEqual([
        ['Oslo: town', 'Norway: land'],
        ['Oslo: town'],
        ['Oslo: land, town', ' region: land'],
        [],
        [],
      ]),
    )
    const [first, , third, none] = marksInCards()
    // Two over the same words share a line, which is double.
    const many = [...(third?.field.querySelectorAll('[data-many]') ?? [])]
    expect(many.map(({ textContent }) => textContent)).toEqual(['Oslo'])
    expect(first?.field.querySelector('[data-many]')).toBeNull()
    expect(first?.field.textContent).toContain('From Oslo to Norway.')
    expect(first?.field.querySelectorAll('[data-caption]')).toHaveLength(2)
    // A text without marks is rendered as usual.
    expect(await within(none?.field ?? document.body).findByText('here', { selector: 'strong' })).toBeTruthy()
  })
})
