import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type FakeDataset, settings } from '../../feedback/testing/fake-feedback.ts'
import { openAnnotation, shownText } from '../testing/open-annotation.tsx'

afterEach(() => vi.unstubAllGlobals())

const intent = { name: 'intent', title: 'Intent', required: true, settings: settings.label('refund', 'card') }
const fit = { name: 'fit', title: 'Fit', settings: settings.rating(1, 2, 3) }
const records = [{ id: 'r1' }, { id: 'r2' }]
const others: FakeDataset['others'] = [
  { person: 'jonas', values: { intent: { value: 'card' }, fit: { value: 3 } } },
  { person: null, values: { intent: { value: 'refund' } } },
]
const shows = (id: string) => waitFor(() => expect(shownText()).toContain(`Text of ${id}`))
const region = { name: 'What others answered' }
const lines = (shown: HTMLElement) =>
  within(shown)
    .getAllByRole('term')
    .map(({ parentElement }) => [...(parentElement?.children ?? [])].map(({ textContent }) => textContent))

describe('the answers of others', () => {
  it('are shown with a record once the user has submitted an answer to it, and not before', async () => {
    const { user } = await openAnnotation({ questions: [intent, fit], records, others })
    await shows('r1')
    expect(screen.queryByRole('region', region)).toBeNull()
    await user.keyboard('1')
    await user.click(screen.getByRole('button', { name: /^Submit/ }))
    await shows('r2')
    await user.click(screen.getByRole('tab', { name: /^Submitted/ }))
    await shows('r1')
    expect(lines(await screen.findByRole('region', region))).toEqual([
      ['jonas', 'Intent card', 'Fit 3'],
      ['somebody deleted', 'Intent refund'],
    ])
    await user.click(screen.getByRole('tab', { name: /^Pending/ }))
    await shows('r2')
    expect(screen.queryByRole('region', region)).toBeNull()
  })

  it('are gone once the user takes the own answer back', async () => {
    const response = { status: 'submitted', values: { intent: { value: 'card' } } }
    const answered = [{ id: 'r0', response }, ...records]
    const { server, user } = await openAnnotation(
      { questions: [intent], records: answered, others },
      '?status=submitted',
    )
    expect(lines(await screen.findByRole('region', region))).toEqual([
      ['jonas', 'card'],
      ['somebody deleted', 'refund'],
    ])
    await user.click(screen.getByRole('button', { name: /^Discard/ }))
    await waitFor(() => expect(server.responseOf('r0')?.status).toBe('discarded'))
    await user.click(screen.getByRole('tab', { name: /^Discarded/ }))
    await shows('r0')
    expect(screen.queryByRole('region', region)).toBeNull()
  })
})
