import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeLive } from '../../../api/testing/fake-live.ts'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import { type FakeDataset, fakeFeedback, settings } from '../../feedback/testing/fake-feedback.ts'
import { withSearch } from '../../feedback/testing/with-search.ts'
import { show, shownText, tabTexts } from '../testing/open-annotation.tsx'

let live: ReturnType<typeof fakeLive>
beforeEach(() => {
  live = fakeLive()
})
afterEach(() => vi.unstubAllGlobals())

const questions = [{ name: 'intent', required: true, settings: settings.label('refund', 'card') }]
const answered = { status: 'submitted', values: { intent: { value: 'card' } } }
const SINCE = 1_763_900_000_000
const soon = { timeout: 9000 }

async function open(dataset: Partial<FakeDataset>, query = '') {
  const server = fakeFeedback({ questions, records: [{ id: 'r1' }, { id: 'r2', response: answered }], ...dataset })
  withSearch(server)
  const page = await show(server, query)
  await waitFor(() => expect(live.count().open).toBe(1))
  live.accept(server.id)
  let changes = 100
  return { server, ...page, changed: (what: object) => live.change(server.id, { changes: ++changes, ...what }) }
}

describe('the annotation page, while others work', { timeout: 30_000 }, () => {
  it('counts what comes in, and leaves the record on the screen and what is typed where they are', async () => {
    const { server, user, changed } = await open({
      questions: [...questions, { name: 'note', settings: settings.text() }],
    })
    await waitFor(() => expect(tabTexts()[0]).toBe('Pending1'))
    await user.type(screen.getByRole('textbox', { name: /note/ }), 'unsure')
    server.addRecord('r3')
    changed({ records: 3 })
    await waitFor(() => expect(tabTexts()[0]).toBe('Pending2'), soon)
    expect(shownText()).toContain('Text of r1')
    expect(screen.getByRole('textbox', { name: /note/ })).toHaveProperty('value', 'unsure')
  })

  it('counts in other queues and in bulk, too', async () => {
    const { server, user, changed } = await open({}, '?status=submitted')
    await waitFor(() => expect(tabTexts()[0]).toBe('Pending1'))
    server.addRecord('r3')
    changed({ records: 3 })
    await waitFor(() => expect(tabTexts()[0]).toBe('Pending2'), soon)
    await user.click(screen.getByRole('tab', { name: /Pending/ }))
    await user.click(await screen.findByRole('radio', { name: 'Bulk' }))
    await screen.findByRole('list', { name: 'Records' })
    server.addRecord('r4')
    changed({ records: 4 })
    await waitFor(() => expect(tabTexts()[0]).toBe('Pending3'), soon)
  })

  it('offers what has come into an empty queue', async () => {
    const { server, user, changed } = await open({ records: [{ id: 'r2', response: answered }] })
    await screen.findByText('This queue is empty')
    server.addRecord('r3')
    changed({ records: 2 })
    await screen.findByText('There is 1 record in this queue now.', undefined, soon)
    const notice = screen.getByRole('region', { name: 'Record' })
    await user.click(within(notice).getByRole('button', { name: 'Show' }))
    await waitFor(() => expect(shownText()).toContain('Text of r3'))
  })

  it('offers a record that somebody else has closed without an answer', async () => {
    const { server, user } = await open({ records: [{ id: 'r1' }], taken: ['r1'] })
    await screen.findByText(
      'Nothing is pending for you now: the other records are answered, assigned to others, or others have them open.',
    )
    server.giveBack()
    live.change(server.id, { leases: '1' })
    await screen.findByText('There is 1 record in this queue now.', undefined, soon)
    await user.click(screen.getByRole('button', { name: 'Look again' }))
    await waitFor(() => expect(shownText()).toContain('Text of r1'))
  })

  it('tells of a decision and of a reply as they are made, once each', async () => {
    const { server, user, here } = await open({})
    server.state.newDecisions = { records: 1, since_ms: SINCE, until_ms: SINCE + 10 }
    live.change(server.id, { decisions: 1 })
    await screen.findByText('A lead decided on 1 record you answered.', undefined, soon)
    server.replyToDoubt('r2', 'It is a refund.')
    live.change(server.id, { doubts: 1 })
    await screen.findByText('The lead has replied to a question of yours.', undefined, soon)

    // The next decision is told anew; a look at another queue tells nothing again.
    const toast = () => screen.queryByText(/Leads decided on/)
    server.state.newDecisions = { records: 2, since_ms: SINCE, until_ms: SINCE + 20 }
    live.change(server.id, { decisions: 2 })
    await screen.findByText('Leads decided on 2 records you answered.', undefined, soon)
    await user.click(screen.getByRole('tab', { name: /Submitted/ }))
    await user.click(screen.getByRole('tab', { name: /Pending/ }))
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(toast()).toBeNull())
    await waitFor(() => expect(server.calls.at(-1)).toMatchObject({ method: 'PUT', body: { until_ms: SINCE + 20 } }))
    expect(here()).not.toContain('decided_at')
  })

  it('tells of decisions once a visit, and shows them from the address of that moment', async () => {
    const server = fakeFeedback({ questions, records: [{ id: 'r1' }, { id: 'r2', response: answered }] })
    const found = withSearch(server)
    server.state.newDecisions = { records: 3, since_ms: SINCE, until_ms: SINCE + 10 }
    const { user, here } = await show(server)
    const told = 'Leads decided on 3 records you answered.'
    await screen.findByText(told)
    act(() => toasts.clear())
    await waitFor(() => expect(screen.queryByText(told)).toBeNull())
    // A tab without records, whose notice has the line instead, and back.
    await user.click(screen.getByRole('tab', { name: /Draft/ }))
    await screen.findByRole('region', { name: 'New decisions' })
    await user.click(screen.getByRole('tab', { name: /Pending/ }))
    await waitFor(() => expect(shownText()).toContain('Text of r1'))
    expect(screen.queryByText(told)).toBeNull()
    await user.click(await screen.findByRole('radio', { name: 'Bulk' }))
    await waitFor(() => expect(here()).toContain('view=bulk'))
    await user.click(await screen.findByRole('button', { name: 'News from leads: 3' }))
    const news = within(await screen.findByRole('list', { name: 'News from leads' }))
    expect(news.getByText(told)).toBeTruthy()
    await user.click(news.getByRole('button', { name: 'Show' }))
    await waitFor(() => expect(shownText()).toContain('Text of r2'))
    expect(found.lastSearch().filters).toEqual({
      and: expect.arrayContaining([{ type: 'range', scope: { entity: 'record', property: 'decided_at' }, ge: SINCE }]),
    })
    expect(here()).not.toContain('view=bulk')
  })

  describe('keeps what leads decide and reply in the header, until it is seen or dismissed', () => {
    const bell = (count: number) => screen.findByRole('button', { name: `News from leads: ${count}` }, soon)
    const noBell = () => expect(screen.queryByRole('button', { name: /^News from leads/ })).toBeNull()
    const told = () => screen.queryAllByText('A lead decided on 1 record you answered.')
    /** A page on which a decision and a reply are told. */
    async function openNews() {
      const page = await open({})
      page.server.state.newDecisions = { records: 1, since_ms: SINCE, until_ms: SINCE + 10 }
      live.change(page.server.id, { decisions: 1 })
      await screen.findByText('A lead decided on 1 record you answered.', undefined, soon)
      page.server.replyToDoubt('r2', 'It is a refund.')
      live.change(page.server.id, { doubts: 1 })
      await bell(2)
      return page
    }

    it('also once the toasts are gone, and tells it in one place', async () => {
      const { user, server } = await openNews()
      ;(await bell(2)).focus()
      await user.keyboard('{Enter}')
      const openList = async () => within(await screen.findByRole('list', { name: 'News from leads' }))
      const list = await openList()
      expect(list.getAllByRole('listitem')).toHaveLength(2)
      // The toasts fade out.
      await waitFor(() => expect(told()).toHaveLength(1))
      await user.click(list.getAllByRole('button', { name: 'Dismiss' })[0] ?? document.body)
      await waitFor(() => expect(server.calls.at(-1)).toMatchObject({ method: 'PUT', body: { until_ms: SINCE + 10 } }))
      const left = await bell(1)
      await waitFor(() => expect(document.activeElement).toBe(left))
      await user.click(left)
      await user.click((await openList()).getByRole('button', { name: 'Dismiss' }))
      await waitFor(noBell)
      await waitFor(() => expect(server.calls.at(-1)?.path).toBe('/api/v1/records/r2/doubt/seen'))
      await waitFor(() => expect(document.activeElement?.matches('[data-record-body]')).toBe(true))
    })

    it('leads to the record of a reply', async () => {
      const { user } = await openNews()
      await user.click(await bell(2))
      const list = within(await screen.findByRole('list', { name: 'News from leads' }))
      await user.click(list.getAllByRole('button', { name: 'Show' })[1] ?? document.body)
      await waitFor(() => expect(shownText()).toContain('Text of r2'))
      await bell(1)
    })

    it('by a line instead of the toast where no record is left', async () => {
      const { user } = await openNews()
      await user.click(screen.getByRole('tab', { name: /Draft/ }))
      await screen.findByRole('region', { name: 'New decisions' })
      await waitFor(() => expect(told()).toHaveLength(1))
    })
  })
})
