import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeDataset, fakeFeedback, settings } from '../annotation/testing/fake-feedback.ts'
import { question, show, tabTexts } from '../annotation/testing/open-annotation.tsx'
import { type FakeSearch, withSearch } from '../search/testing/with-search.ts'
import { makeJob } from './bulk-job.ts'
import { keptJob } from './kept-job.ts'

// Whole pages, on a machine that may do other work.
vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 10_000 })
afterEach(() => vi.unstubAllGlobals())
beforeEach(() => localStorage.clear())

const dataset = (count: number): FakeDataset => ({
  questions: [
    { name: 'intent', required: true, settings: settings.label('refund', 'card', 'other') },
    { name: 'note', settings: settings.text() },
  ],
  records: Array.from({ length: count }, (_, index) => ({ id: `r${index + 1}` })),
})

async function openBulk(
  { count = 5, ...search }: FakeSearch & { count?: number } = {},
  keep?: (id: string, user: string) => void,
) {
  const server = fakeFeedback(dataset(count))
  keep?.(server.id, server.user.id)
  const found = withSearch(server, search)
  const page = await show(server)
  await page.user.click(screen.getByRole('radio', { name: 'Bulk' }))
  await screen.findByRole('list', { name: 'Records' })
  return { server, ...found, ...page }
}
const record = (place: number) => screen.getByRole('checkbox', { name: `Select record ${place}` })
const isChosen = (place: number) => record(place) instanceof HTMLInputElement && record(place).matches(':checked')

describe('the bulk view', () => {
  it('is in the address, and only for pending records', async () => {
    const { user, here } = await openBulk()
    expect(here()).toContain('view=bulk')
    await user.click(screen.getByRole('tab', { name: /Draft/ }))
    await waitFor(() => expect(here()).not.toContain('view='))
    expect(screen.getByRole('radio', { name: 'Bulk' }).matches(':disabled')).toBe(true)
  })

  it('answers a range with digits typed in the list, in one request, and takes it back', async () => {
    const { server, user, bulks } = await openBulk()
    expect(screen.getByRole('button', { name: 'Submit' }).getAttribute('title')).toBe('Select records first.')
    await user.click(record(2))
    await user.keyboard('{Shift>}')
    await user.click(record(4))
    await user.keyboard('{/Shift}')
    expect([1, 2, 3, 4, 5].map(isChosen)).toEqual([false, true, true, true, false])
    expect(screen.getByText('For 3 records')).toBeTruthy()
    await user.keyboard('2')
    expect(question('intent').getByRole('checkbox', { name: 'card' }).matches(':checked')).toBe(true)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(tabTexts()).toEqual(['Pending2', 'Draft0', 'Submitted3', 'Discarded0']))
    expect(bulks).toEqual([
      ['r2', 'r3', 'r4'].map((id) => ({ record_id: id, status: 'submitted', values: { intent: { value: 'card' } } })),
    ])
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(tabTexts()).toEqual(['Pending5', 'Draft0', 'Submitted0', 'Discarded0']))
    expect(server.responseOf('r3')).toBeUndefined()
    await waitFor(() => expect([1, 2, 3, 4, 5].map(isChosen)).toEqual([false, true, true, true, false]))
    expect(question('intent').getByRole('checkbox', { name: 'card' }).matches(':checked')).toBe(true)
  })

  it('keeps what could not be saved selected, each with its reason [C20]', async () => {
    const { user } = await openBulk({ refused: { r2: 'Record with id `r2` not found' } })
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    await user.keyboard('1{Enter}')
    expect(await screen.findByText('Not saved: Record with id `r2` not found')).toBeTruthy()
    const cards = screen.getAllByRole('article')
    expect(cards).toHaveLength(1)
    expect(isChosen(1)).toBe(true)
    expect(
      within(screen.getByRole('region', { name: 'Records to answer together' })).getByText('1 selected'),
    ).toBeTruthy()
  })

  it('answers all that match after a yes, ten at a time', async () => {
    const { user, bulks, server } = await openBulk({ count: 23 })
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(screen.getByRole('button', { name: 'Select all 23 that match' }))
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    const dialog = await screen.findByRole('dialog', { name: 'Answer 23 records?' })
    expect(bulks).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Discard 23' }))
    await waitFor(() => expect(tabTexts()).toEqual(['Pending0', 'Draft0', 'Submitted0', 'Discarded23']))
    expect(bulks.map(({ length }) => length)).toEqual([10, 10, 3])
    expect(server.responseOf('r23')?.status).toBe('discarded')
  })

  it('goes through the list with J and K, and answers the record that is marked', async () => {
    const { user, bulks } = await openBulk()
    await user.keyboard('jj')
    expect(document.activeElement).toBe(record(2))
    await user.keyboard('k1{Enter}')
    await waitFor(() => expect(bulks.flat().map(({ record_id: id }) => id)).toEqual(['r1']))
  })

  it('reaches the form with Tab from a record that is selected', async () => {
    const { user } = await openBulk()
    await user.click(record(1))
    await user.tab()
    expect(document.activeElement?.getAttribute('data-option')).toBe('refund')
  })

  it('turns pages by the index of their first record, with nothing selected', async () => {
    const { user, here } = await openBulk({ count: 23 })
    await user.click(record(1))
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await screen.findByRole('checkbox', { name: 'Select record 11' })
    expect(here()).toContain('page=11')
    expect(screen.getByText('11–20 of 23')).toBeTruthy()
    expect(screen.getByText('0 selected')).toBeTruthy()
  })

  it('finds what an earlier visit left, and goes on with it', async () => {
    const change = { status: 'submitted' as const, values: { intent: { value: 'other' } } }
    const { user, server } = await openBulk({}, (id, userId) =>
      keptJob(userId, id).keep(makeJob('job', change, ['r1', 'r2'])),
    )
    await user.click(await screen.findByRole('button', { name: 'Go on' }))
    await waitFor(() => expect(server.responseOf('r2')?.values).toEqual(change.values))
    expect(keptJob(server.user.id, server.id).find()).toBeUndefined()
  })

  it('waits for the server, and loses nothing meanwhile', async () => {
    const { user, server } = await openBulk()
    await user.click(record(1))
    await user.keyboard('1')
    server.state.isDown = true
    await user.keyboard('{Enter}')
    expect(await screen.findByText('The server does not answer. Sending goes on by itself.')).toBeTruthy()
    expect(keptJob(server.user.id, server.id).find()).toMatchObject({ sent: 0 })
    server.state.isDown = false
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(server.responseOf('r1')?.status).toBe('submitted'))
  })
})
