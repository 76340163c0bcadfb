import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeWindowWidth } from '../../../ui/testing/fake-media.ts'
import { chosen, focused, question, show, tabTexts } from '../../annotate/testing/open-annotation.tsx'
import { fakeFeedback, settings } from '../../feedback/testing/fake-feedback.ts'
import { withSearch } from '../../feedback/testing/with-search.ts'
import { keptBulkJobs, makeJob } from '../sending/bulk-job.ts'

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

async function openOnPhone(keep?: (datasetId: string, userId: string) => void, count = 3) {
  const server = fakeFeedback({
    questions: [
      { name: 'intent', required: true, settings: settings.label('refund', 'card') },
      { name: 'mood', required: true, settings: settings.label('good', 'bad') },
    ],
    records: Array.from({ length: count }, (_, index) => ({ id: `r${index + 1}` })),
  })
  keep?.(server.id, server.user.id)
  const found = withSearch(server, {})
  const view = fakeWindowWidth(390)
  const page = await show(server)
  await page.user.click(screen.getByRole('button', { name: 'Find records' }))
  await page.user.click(screen.getByRole('radio', { name: 'Bulk' }))
  await screen.findByRole('list', { name: 'Records' })
  return { server, view, ...found, ...page }
}
// The list behind the sheet is `inert`, which jsdom does not hide from role queries.
const record = (place: number) => screen.getByRole('checkbox', { name: `Select record ${place}` })
const toggle = () => screen.getByRole('button', { name: 'Questions' })
const isOpen = () => toggle().getAttribute('aria-expanded') === 'true'
const isResting = (element: HTMLElement) => element.closest('[inert]') !== null
const submit = () => screen.getByRole('button', { name: 'Submit' })

describe('the form of the bulk view on a small screen', () => {
  it('is a bar that says what is chosen, and unfolds over a list that rests', async () => {
    const { user } = await openOnPhone()
    expect(isOpen()).toBe(false)
    expect(screen.queryByRole('group', { name: /intent/ })).toBeNull()
    await user.click(record(1))
    await user.click(record(3))
    const bar = within(screen.getByRole('region', { name: 'Questions' }))
    expect(bar.getByText('For 2 records')).toBeTruthy()
    expect(isResting(record(1))).toBe(false)
    await user.click(toggle())
    expect(isOpen()).toBe(true)
    expect(focused()).toBe('intent refund')
    expect(isResting(record(1))).toBe(true)
    expect(isResting(screen.getByRole('tablist', { name: 'Your queues' }))).toBe(true)
    await user.click(screen.getByRole('radio', { name: 'card' }))
    expect(bar.getByText('1 of 2 answered')).toBeTruthy()
    await user.click(toggle())
    expect(screen.queryByRole('group', { name: /intent/ })).toBeNull()
    expect(isResting(record(1))).toBe(false)
    expect(bar.getByText('1 of 2 answered')).toBeTruthy()
  })

  it('takes the digits of the list, and folds away as its answers are sent, with the focus in sight', async () => {
    const { user, bulks } = await openOnPhone()
    await user.click(record(2))
    await user.keyboard('2')
    expect(isOpen()).toBe(true)
    expect(chosen('intent')).toEqual(['card'])
    // The list's letter commands are off.
    await user.keyboard('1{Enter}')
    await waitFor(() => expect(tabTexts()).toEqual(['Pending2', 'Draft0', 'Submitted1', 'Discarded0']))
    expect(bulks.flat()).toEqual([
      { record_id: 'r2', status: 'submitted', values: { intent: { value: 'card' }, mood: { value: 'good' } } },
    ])
    expect(isOpen()).toBe(false)
    expect(document.activeElement).toBe(toggle())
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(tabTexts()).toEqual(['Pending3', 'Draft0', 'Submitted0', 'Discarded0']))
  })

  it('ignores the late click of the tap that opened it, and no later one', async () => {
    const { user } = await openOnPhone()
    await user.click(record(1))
    await user.click(toggle())
    const card = () => screen.getByRole('radio', { name: 'card' })
    // The browser moves the focus unless the event is prevented.
    expect(fireEvent.mouseDown(card(), { detail: 1 })).toBe(false)
    fireEvent.click(card(), { detail: 1 })
    expect(chosen('intent')).toEqual([])
    // A screen reader may click without a pointer.
    fireEvent.click(card(), { detail: 1 })
    expect(chosen('intent')).toEqual(['card'])
    await user.click(screen.getByRole('radio', { name: 'refund' }))
    expect(chosen('intent')).toEqual(['refund'])
  })

  it('turns pages below the last card, too, and goes on at the top of the next page', async () => {
    const { user, here, view } = await openOnPhone(undefined, 13)
    const below = () => within(screen.getByRole('navigation', { name: 'Pages, below the list' }))
    const lastCard = screen.getByRole('article', { name: 'Record 10' })
    expect(lastCard.compareDocumentPosition(below().getByRole('button', { name: 'Next page' }))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    )
    await user.click(below().getByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(here()).toContain('page=11'))
    expect(document.activeElement?.contains(screen.getByRole('list', { name: 'Records' }))).toBe(true)
    await screen.findByRole('article', { name: 'Record 13' })
    expect(below().getByRole('button', { name: 'Next page' }).matches(':disabled')).toBe(true)
    await user.click(below().getByRole('button', { name: 'Previous page' }))
    await screen.findByRole('article', { name: 'Record 1' })
    // Only one of the two pagers announces the range.
    expect(screen.getAllByText('1–10 of 13')).toHaveLength(1)
    // In the two-column layout the list scrolls below its header, so one pager is enough.
    view.resize(1440)
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Pages, below the list' })).toBeNull())
  })

  it('needs no pages below a list that has one', async () => {
    await openOnPhone()
    expect(screen.getAllByRole('navigation', { name: /^Pages/ })).toHaveLength(1)
  })

  it('leads to the question that is missing, and says first that no record is chosen', async () => {
    const { user } = await openOnPhone()
    expect(screen.getAllByText('Select records first.').length).toBeGreaterThan(0)
    await user.click(submit())
    expect(isOpen()).toBe(false)
    await user.click(record(1))
    await user.click(toggle())
    await user.click(screen.getByRole('radio', { name: 'card' }))
    await user.click(toggle())
    await user.click(submit())
    expect(isOpen()).toBe(true)
    expect(focused()).toBe('mood good')
    expect(question('mood').getByRole('alert').textContent).toMatch(/answer/i)
  })

  it('opens with an arrow, goes through its questions, and closes with Escape', async () => {
    const { user, here } = await openOnPhone()
    await user.keyboard('j{ArrowDown}')
    expect(focused()).toBe('intent refund')
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('mood good')
    await user.keyboard('{ArrowRight}')
    expect(here()).not.toContain('page=')
    await user.keyboard('{Escape}')
    expect(isOpen()).toBe(false)
    expect(document.activeElement).toBe(toggle())
    await user.keyboard('j')
    expect(document.activeElement).toBe(record(2))
  })

  it('shows what an earlier visit left without being opened', async () => {
    const change = { status: 'discarded' as const, values: {} }
    const { user, server } = await openOnPhone((id, userId) =>
      keptBulkJobs(userId, id).keep('job', makeJob('job', change, ['r1', 'r2'])),
    )
    await user.click(await screen.findByRole('button', { name: 'Go on' }))
    await waitFor(() => expect(server.responseOf('r2')?.status).toBe('discarded'))
  })

  it('stands beside the list as soon as there is room, with the answers it had', async () => {
    const { user, view } = await openOnPhone()
    await user.click(record(1))
    await user.keyboard('2')
    view.resize(1440)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Questions' })).toBeNull())
    expect(chosen('intent')).toEqual(['card'])
    expect(isResting(record(1))).toBe(false)
  })
})
