import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { question, show, tabTexts } from '../annotate/testing/open-annotation.tsx'
import { type FakeDataset, type FakeSuggestion, fakeFeedback, settings } from '../feedback/testing/fake-feedback.ts'
import { type FakeSearch, withSearch } from '../feedback/testing/with-search.ts'
import { keptBulkJobs, makeJob } from './sending/bulk-job.ts'

afterEach(() => vi.unstubAllGlobals())
beforeEach(() => localStorage.clear())

const dataset = (count: number, suggestions: Record<string, FakeSuggestion[]> = {}): FakeDataset => ({
  questions: [
    { name: 'intent', required: true, settings: settings.label('refund', 'card', 'other') },
    { name: 'note', settings: settings.text() },
  ],
  records: Array.from({ length: count }, (_, index) => ({
    id: `r${index + 1}`,
    suggestions: suggestions[`r${index + 1}`],
  })),
})

type Suggested = Record<string, FakeSuggestion[]>
const suggest = (value: string, score?: number): FakeSuggestion[] => [
  { question: 'intent', value, score, agent: 'bert' },
]

async function openBulk(
  {
    count = 5,
    suggestions,
    taken,
    ...search
  }: FakeSearch & { count?: number; suggestions?: Suggested; taken?: string[] } = {},
  keep?: (id: string, user: string) => void,
) {
  const server = fakeFeedback({ ...dataset(count, suggestions), taken })
  keep?.(server.id, server.user.id)
  const found = withSearch(server, search)
  const page = await show(server)
  await page.user.click(screen.getByRole('radio', { name: 'Bulk' }))
  await screen.findByRole('list', { name: 'Records' })
  return { server, ...found, ...page }
}
const record = (place: number) => screen.getByRole('checkbox', { name: `Select record ${place}` })
const isChosen = (place: number) => record(place) instanceof HTMLInputElement && record(place).matches(':checked')

function makeGate() {
  let open = () => {}
  const isOpen = new Promise<void>((resolve) => {
    open = resolve
  })
  return { isOpen, open: () => open() }
}

const count = () => screen.getByText(/selected( \(|$)|are selected$/, { selector: 'p' }).textContent

describe('the bulk view', () => {
  it('is in the address, and only for pending records', async () => {
    const { user, here } = await openBulk()
    expect(here()).toContain('view=bulk')
    await user.click(screen.getByRole('tab', { name: /Draft/ }))
    await waitFor(() => expect(here()).not.toContain('view='))
    expect(screen.getByRole('radio', { name: 'Bulk' }).matches(':disabled')).toBe(true)
  })

  it('shows the history of a record in its details, from which leads restore, but no answer is put into the form', async () => {
    const { server, user } = await openBulk()
    const answer = { id: 'x', user_id: server.user.id, status: 'submitted', values: { intent: { value: 'card' } } }
    server.state.history = [
      { kind: 'record.update', before: { metadata: { split: 'train' } }, after: { metadata: { split: 'test' } } },
      { kind: 'response.delete', before: answer, after: null },
      { kind: 'record.create', after: null },
    ]
    const [details] = screen.getAllByRole('button', { name: 'Details' })
    if (details) await user.click(details)
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(await dialog.findByRole('button', { name: 'Show the answers' }))
    const lines = await dialog.findAllByRole('listitem')
    expect(lines.map((line) => line.querySelector('p')?.textContent)).toEqual([
      'You changed the metadata',
      'Before that',
      'You cleared the answer',
      'You added the record',
    ])
    expect(dialog.queryByRole('button', { name: 'Use this answer again' })).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Restore this metadata' }))
    await screen.findByText('The metadata is as it was then')
    expect(server.calls).toContainEqual({
      ...{ method: 'PATCH', path: '/api/v1/records/r1', body: { metadata: { split: 'train' } } },
    })
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('heading', { name: 'History' })))
  })

  describe('of a dataset that needs only so many answers for each record', () => {
    /** Without those of the focus view, which asks for one record. */
    const leased = (server: Awaited<ReturnType<typeof openBulk>>['server']) =>
      server.calls.flatMap(({ path, body }) => {
        const { record_ids, limit } = (body ?? {}) as { record_ids: string[]; limit?: number }
        return path.endsWith('/leases') && limit === undefined ? [record_ids] : []
      })
    const cards = () =>
      within(screen.getByRole('list', { name: 'Records' }))
        .getAllByText(/^Text of/)
        .map(({ textContent }) => textContent?.replace('Text of ', ''))

    it('keeps the records of the page and those selected, and gives them back when it is left', async () => {
      const { server, user } = await openBulk({ count: 25, taken: [] })
      const first = Array.from({ length: 10 }, (_, at) => `r${at + 1}`)
      await waitFor(() => expect(leased(server)).toEqual([first]))
      await user.click(record(2))
      await user.keyboard('{ArrowRight}')
      await waitFor(() => expect(cards()).toContain('r11'))
      const second = Array.from({ length: 10 }, (_, at) => `r${at + 11}`)
      expect(leased(server).at(-1)).toEqual([...second, 'r2'])
      await user.click(screen.getByRole('radio', { name: 'Focus' }))
      await waitFor(() => expect(leased(server).at(-1)).toEqual([]))
    })

    it('shows only what others have not opened since it was listed', async () => {
      const { server } = await openBulk({ taken: ['r1', 'r3'] })
      await waitFor(() => expect(cards()).toEqual(['r2', 'r4', 'r5']))
      expect(leased(server)).toEqual([
        ['r1', 'r2', 'r3', 'r4', 'r5'],
        ['r2', 'r4', 'r5'],
      ])
    })

    it.each([
      ['is shown again', () => void document.dispatchEvent(new Event('visibilitychange'))],
      ['is used again', () => void window.dispatchEvent(new Event('wheel'))],
    ])('gives up a record that somebody took while the page was not in use, when it %s', async (_, comeBack) => {
      const taken: string[] = []
      const { user } = await openBulk({ taken })
      await waitFor(() => expect(cards()).toHaveLength(5))
      await user.click(record(1))
      await user.click(record(2))
      taken.push('r2')
      // Long after the last input no lease is renewed.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 60_000 })
      onTestFinished(() => void vi.useRealTimers())
      comeBack()
      await screen.findByText('1 record is no longer yours to answer.')
      await waitFor(() => expect(cards()).toEqual(['r1', 'r3', 'r4', 'r5']))
      expect(count()).toBe('1 selected')
    })

    it('shows the records as listed when they cannot be leased', async () => {
      await openBulk({ taken: ['r1'] }, () => {
        const answer = fetch
        vi.stubGlobal('fetch', async (input: string, init?: RequestInit) =>
          input.endsWith('/leases') ? Response.json({ detail: 'busy' }, { status: 503 }) : answer(input, init),
        )
      })
      await waitFor(() => expect(cards()).toEqual(['r1', 'r2', 'r3', 'r4', 'r5']))
    })

    it('leases nothing before the page is there, nor while answers are being sent', async () => {
      const { server, user } = await openBulk({ taken: [] })
      await waitFor(() => expect(leased(server)).toHaveLength(1))
      await user.click(record(1))
      await user.click(screen.getByRole('radio', { name: 'Focus' }))
      await waitFor(() => expect(leased(server)).toContainEqual([]))
      const before = leased(server).length
      await user.click(screen.getByRole('radio', { name: 'Bulk' }))
      await waitFor(() => expect(isChosen(1)).toBe(true))
      const rest = () => leased(server).slice(before)
      await waitFor(() => expect(rest()).toContainEqual(['r1', 'r2', 'r3', 'r4', 'r5']))
      expect(rest()).not.toContainEqual(['r1'])

      let reply = () => {}
      const answer = fetch
      vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
        if (input.includes('/responses/bulk')) await new Promise<void>((resolve) => (reply = resolve))
        return answer(input, init)
      })
      const asked = leased(server).length
      await user.keyboard('1{Enter}')
      await screen.findByRole('progressbar')
      document.dispatchEvent(new Event('visibilitychange'))
      await new Promise((resolve) => setTimeout(resolve))
      expect(leased(server)).toHaveLength(asked)
      reply()
      await waitFor(() => expect(cards()).toEqual(['r2', 'r3', 'r4', 'r5']))
    })

    it('says that others have all of a page, and looks again on request', async () => {
      let isBusy = true
      const { user } = await openBulk({ taken: [] }, () => {
        const answer = fetch
        vi.stubGlobal('fetch', async (input: string, init?: RequestInit) =>
          isBusy && input.endsWith('/leases') && !String(init?.body).includes('limit')
            ? Response.json({ expires_at: null, record_ids: [] })
            : answer(input, init),
        )
      })
      await screen.findByText('Others have the records of this page.')
      isBusy = false
      await user.click(screen.getByRole('button', { name: 'Look again' }))
      await waitFor(() => expect(cards()).toHaveLength(5))
      expect(screen.queryByText('Others have the records of this page.')).toBeNull()
    })

    it('says that others may have what is left, and shows what they give back when the page is used again', async () => {
      const taken: string[] = []
      const { server, user } = await openBulk({ count: 2, taken })
      taken.push('r1', 'r2')
      document.dispatchEvent(new Event('visibilitychange'))
      await screen.findByText(
        'Nothing is pending for you now: the other records are answered, assigned to others, or others have them open.',
      )
      await user.click(screen.getByRole('button', { name: 'Look again' }))
      server.giveBack()
      document.dispatchEvent(new Event('visibilitychange'))
      await screen.findByRole('list', { name: 'Records' })
      await waitFor(() => expect(cards()).toEqual(['r1', 'r2']))
    })

    const discardAll = async (user: Awaited<ReturnType<typeof openBulk>>['user']) => {
      await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
      await user.click(screen.getByRole('button', { name: 'Select all 11 that match' }))
      await user.click(screen.getByRole('button', { name: 'Discard' }))
      await user.click(await screen.findByRole('button', { name: 'Discard 11' }))
    }

    it('says how many of all that match are left out', async () => {
      const taken: string[] = []
      const { user, bulks } = await openBulk({ count: 11, taken })
      taken.push('r10', 'r11')
      await discardAll(user)
      await screen.findByText('2 records were left out: others have them.')
      expect(bulks.flat().map(({ record_id: id }) => id)).not.toContain('r11')
      expect(bulks.flat()).toHaveLength(9)
    })

    it('answers none of all that match when others have them all, says so, and looks again', async () => {
      const taken: string[] = []
      const { user, bulks } = await openBulk({ count: 11, taken })
      taken.push(...Array.from({ length: 11 }, (_, at) => `r${at + 1}`))
      await discardAll(user)
      await screen.findByText('11 records were left out: others have them.')
      await screen.findByRole('heading', { name: 'This queue is empty' })
      expect(bulks).toEqual([])
      expect(screen.queryByText('0 records discarded.')).toBeNull()
    })
  })

  it('offers changed options after the selected records are answered, though another one has the focus', async () => {
    const fake = dataset(3)
    const server = fakeFeedback(fake)
    withSearch(server, {})
    const { user } = await show(server)
    await user.click(screen.getByRole('radio', { name: 'Bulk' }))
    await screen.findByRole('list', { name: 'Records' })
    const labels = () =>
      question('intent')
        .getAllByRole('radio')
        .map((one) => one.getAttribute('data-option'))
    await user.click(record(1))
    fake.questions[0] = { name: 'intent', required: true, settings: settings.label('fee', 'refund', 'card', 'other') }
    const asked = vi.spyOn(globalThis, 'fetch')
    // What is older than two minutes is fetched again once the connection is back.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 60_000 })
    onTestFinished(() => void vi.useRealTimers())
    window.dispatchEvent(new Event('offline'))
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(asked.mock.calls.some(([url]) => String(url).endsWith('/questions'))).toBe(true))
    record(2).focus()
    expect(labels()).toEqual(['refund', 'card', 'other'])
    await user.keyboard('1{Enter}')
    await waitFor(() => expect(screen.queryByText('Text of r1')).toBeNull())
    await waitFor(() => expect(labels()).toEqual(['fee', 'refund', 'card', 'other']))
  })

  it('takes letters for the form while records are selected, and for commands again without a selection', async () => {
    const { user, here } = await openBulk()
    const labels = () =>
      question('intent')
        .getAllByRole('radio')
        .map((one) => one.getAttribute('data-option'))
    const find = () => question('intent').queryByRole('searchbox')
    expect(find()).toBeNull()
    await user.click(record(2))
    await user.keyboard('b')
    expect(here()).toContain('view=bulk')
    await user.keyboard('x')
    expect(isChosen(2)).toBe(true)
    record(2).focus()
    await user.keyboard('{Alt>}j{/Alt}')
    expect(document.activeElement).toBe(record(3))
    await user.keyboard('{Alt>}x{/Alt}')
    expect([2, 3].map(isChosen)).toEqual([true, true])
    expect(labels()).toEqual(['refund', 'card', 'other'])
    await user.click(screen.getByRole('button', { name: 'Clear selection' }))
    record(2).focus()
    await user.keyboard('b')
    await waitFor(() => expect(here()).not.toContain('view=bulk'))
  })

  it('leaves out what was answered before the list arrives, though the server read the list earlier', async () => {
    const server = fakeFeedback(dataset(3))
    const { user } = await show(server)
    const fetchNow = globalThis.fetch
    const [answer, list] = [makeGate(), makeGate()]
    let isListed = false
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      if (input.endsWith('/responses')) await answer.isOpen
      const reply = await fetchNow(input, init)
      if (input.includes('/records?')) {
        isListed = true
        await list.isOpen
      }
      return reply
    })
    await user.keyboard('1')
    await user.keyboard('{Enter}')
    await screen.findByText('Text of r2')
    await user.click(screen.getByRole('radio', { name: 'Bulk' }))
    await waitFor(() => expect(isListed).toBe(true))
    answer.open()
    await screen.findByRole('button', { name: 'State of your answers: All saved' })
    list.open()
    await screen.findByRole('list', { name: 'Records' })
    expect(server.responseOf('r1')?.status).toBe('submitted')
    expect(screen.queryByText('Text of r1')).toBeNull()
    screen.getByText('Text of r2')
  })

  it('leaves a record to the answer that is still being saved, and says so', async () => {
    const server = fakeFeedback(dataset(23))
    const { bulks } = withSearch(server, {})
    const { user } = await show(server)
    const fetchNow = globalThis.fetch
    const answer = makeGate()
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      if (input.endsWith('/responses')) await answer.isOpen
      return fetchNow(input, init)
    })
    await user.keyboard('1')
    await user.keyboard('{Enter}')
    await screen.findByText('Text of r2')
    await user.click(screen.getByRole('radio', { name: 'Bulk' }))
    await screen.findByRole('list', { name: 'Records' })
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(screen.getByRole('button', { name: /^Select all \d+ that match$/ }))
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    await user.click(await screen.findByRole('button', { name: /^Discard \d+$/ }))
    await screen.findByText('1 record was left out: another answer to it is still being saved.')
    expect(bulks.flat()).toHaveLength(22)
    answer.open()
    await waitFor(() => expect(tabTexts()).toEqual(['Pending0', 'Draft0', 'Submitted1', 'Discarded22']))
  })

  it('puts records with the same suggestion together, to be selected at once', async () => {
    const suggestions = {
      r1: suggest('card'),
      r3: suggest('refund'),
      r4: suggest('refund'),
      r5: suggest('card'),
      r6: suggest('refund'),
    }
    const { user, server, bulks } = await openBulk({ count: 6, suggestions })
    await user.click(screen.getByRole('button', { name: 'Group by suggestion' }))
    const rows = () => within(screen.getByRole('list', { name: 'Records' })).getAllByRole('listitem')
    const texts = () =>
      rows().flatMap(({ textContent }) => textContent?.match(/Select|Nothing suggested|Text of r\d/g) ?? [])
    await waitFor(() =>
      expect(texts().filter((one) => one.startsWith('Text'))).toEqual(
        ['r3', 'r4', 'r6', 'r1', 'r5', 'r2'].map((id) => `Text of ${id}`),
      ),
    )
    screen.getByText('Nothing suggested')
    await user.click(screen.getByRole('button', { name: 'Select all 3' }))
    expect(screen.getByText('For 3 records')).toBeTruthy()
    await user.keyboard('1{Enter}')
    await waitFor(() => expect(bulks.flat().map(({ record_id }) => record_id)).toEqual(['r3', 'r4', 'r6']))
    expect(server.responseOf('r2')).toBeUndefined()
  })

  it('keeps the selection through another view and another queue', async () => {
    const { user, here } = await openBulk()
    await user.click(record(2))
    await user.click(record(4))
    await user.click(screen.getByRole('radio', { name: 'Focus' }))
    await waitFor(() => expect(here()).not.toContain('view=bulk'))
    await user.click(screen.getByRole('tab', { name: /Draft/ }))
    await user.click(screen.getByRole('tab', { name: /Pending/ }))
    await user.click(screen.getByRole('radio', { name: 'Bulk' }))
    await screen.findByRole('checkbox', { name: 'Select record 2' })
    expect([1, 2, 3, 4, 5].map(isChosen)).toEqual([false, true, false, true, false])
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
    expect(question('intent').getByRole('radio', { name: 'card' }).matches(':checked')).toBe(true)
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
    expect(question('intent').getByRole('radio', { name: 'card' }).matches(':checked')).toBe(true)
  })

  it('offers to take back only once, by a key or in the message', async () => {
    const { user } = await openBulk()
    await user.click(record(2))
    await user.keyboard('2{Enter}')
    await screen.findByText('1 record submitted.')
    await waitFor(() => expect(tabTexts()).toEqual(['Pending4', 'Draft0', 'Submitted1', 'Discarded0']))
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    await user.keyboard('{Control>}z{/Control}')
    await screen.findByText('1 answer taken back.')
    const offer = () => screen.queryByRole('button', { name: 'Undo' })
    // Shorter than a message stays by itself.
    await waitFor(() => expect(offer()).toBeNull(), { timeout: 3000 })

    // The answer is back in the form, but the skip is newer.
    await user.keyboard('{Control>}{ArrowRight}{/Control}')
    await screen.findByText(/^Skipped 1 record/)
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(4))
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(5))
    await waitFor(() => expect(offer()).toBeNull(), { timeout: 3000 })
    expect(question('intent').getByRole('radio', { name: 'card' }).matches(':checked')).toBe(true)
  })

  it('skips what is selected, or one record by its own button, and takes it back', async () => {
    const { server, user } = await openBulk()
    const skip = screen.getByRole('button', { name: 'Skip' })
    expect(skip.title).toBe('Select records first.')
    const skips = () => server.calls.filter(({ path }) => path.endsWith('/skips')).map(({ body }) => body)
    const left = (count: number) => waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(count))
    await user.click(record(2))
    await user.click(record(4))
    await user.keyboard('{Control>}{ArrowRight}{/Control}')
    await left(3)
    await screen.findByText('Skipped 2 records. They wait at the end of the queue.')
    expect(skips()).toEqual([{ record_ids: ['r2', 'r4'], is_skipped: true }])
    expect(tabTexts()[0]).toBe('Pending3')
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await left(5)
    await waitFor(() => expect([1, 2, 3, 4, 5].map(isChosen)).toEqual([false, true, false, true, false]))

    const [, second] = screen.getAllByRole('button', { name: 'Skip, not now' })
    if (second) await user.click(second)
    await left(4)
    // The others stay selected.
    await waitFor(() => expect([1, 2, 3, 4].map(isChosen)).toEqual([false, false, true, false]))
    await user.keyboard('{Control>}z{/Control}')
    await left(5)
    expect(skips().slice(1)).toEqual([
      { record_ids: ['r2', 'r4'], is_skipped: false },
      { record_ids: ['r2'], is_skipped: true },
      { record_ids: ['r2'], is_skipped: false },
    ])
    // It is selected again, with the one that stayed selected.
    await waitFor(() => expect([1, 2, 3, 4, 5].map(isChosen)).toEqual([false, true, false, true, false]))
  })

  it('skips all that match only after a question, and takes it back', async () => {
    const { server, user } = await openBulk({ count: 25 })
    const skips = () => server.calls.filter(({ path }) => path.endsWith('/skips')).map(({ body }) => body)
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(await screen.findByRole('button', { name: 'Select all 25 that match' }))
    await user.click(screen.getByRole('button', { name: 'Skip' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Skip 25 records?' }))
    dialog.getByText(/^All 25 records that match now wait at the end of your queue\. *You can undo this afterwards\.$/)
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(skips()).toEqual([])
    expect(count()).toMatch(/^All 25/)
    // By its key, too.
    await user.keyboard('{Control>}{ArrowRight}{/Control}')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Skip 25' }))
    await screen.findByText('Skipped 25 records. They wait at the end of the queue.')
    expect(skips()).toMatchObject([{ is_skipped: true }])
    await waitFor(() => expect(tabTexts()[0]).toBe('Pending0'))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(tabTexts()[0]).toBe('Pending25'))
  })

  it('keeps all matching records selected while one of them is skipped, and takes that back', async () => {
    const { user } = await openBulk({ count: 25 })
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(await screen.findByRole('button', { name: 'Select all 25 that match' }))
    const [, second] = screen.getAllByRole('button', { name: 'Skip, not now' })
    if (second) await user.click(second)
    await waitFor(() => expect(count()).toMatch(/^All 24/))
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(count()).toMatch(/^All 25/))
  })

  it('marks one record as doubtful, with a note', async () => {
    const { server, user } = await openBulk({ count: 2 })
    const [, second] = screen.getAllByRole('button', { name: 'Ask the lead about this record' })
    if (second) await user.click(second)
    await user.type(await screen.findByLabelText('What are you not sure of?'), 'Is it both?')
    await user.click(screen.getByRole('button', { name: 'Mark as doubtful' }))
    await screen.findByRole('button', { name: 'You have asked the lead about this record' })
    const doubts = server.calls.filter(({ path }) => path.endsWith('/doubt'))
    expect(doubts).toMatchObject([{ method: 'PUT', path: '/api/v1/records/r2/doubt', body: { note: 'Is it both?' } }])
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

  it('takes back the answers before the form when some could not be saved', async () => {
    const { user, server } = await openBulk({ refused: { r2: 'bad value' } })
    await user.click(record(1))
    await user.click(record(2))
    await user.keyboard('1{Enter}')
    await screen.findByText('Not saved: bad value')
    await waitFor(() => expect(server.responseOf('r1')).toMatchObject({ status: 'submitted' }))
    await screen.findByRole('button', { name: 'Undo' })
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(server.responseOf('r1')).toBeUndefined())
    expect(question('intent').getByRole('radio', { name: 'refund' }).matches(':checked')).toBe(true)
    await screen.findByText('1 answer taken back.')
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    // Then the form, step by step.
    await user.keyboard('{Control>}z{/Control}{Control>}z{/Control}')
    await waitFor(() =>
      expect(question('intent').getByRole('radio', { name: 'refund' }).matches(':checked')).toBe(false),
    )
  })

  describe('records answered elsewhere meanwhile', () => {
    const theirs = { status: 'draft', values: { intent: { value: 'other' } } }
    const answerElsewhere = (id: string) =>
      fetch(`/api/v1/records/${id}/responses`, { method: 'POST', body: JSON.stringify(theirs) })
    const left = () => screen.findByRole('region', { name: 'Answered elsewhere' })

    it.each([
      ['answered for all', '1{Enter}'],
      ['filled from suggestions', '{Alt>}u{/Alt}{Tab}'],
    ])('are left alone, also of another page, when %s, and named [C20] [T8]', async (_, keys) => {
      const suggestions = Object.fromEntries(['r1', 'r2', 'r11'].map((id) => [id, suggest('refund')]))
      const { user, server } = await openBulk({ count: 13, suggestions })
      await user.click(record(1))
      await user.click(record(2))
      await user.click(screen.getByRole('button', { name: 'Next page' }))
      await user.click(await screen.findByRole('checkbox', { name: 'Select record 11' }))
      await answerElsewhere('r2')
      await answerElsewhere('r11')
      await user.keyboard(keys)
      if (!keys.includes('Enter')) await user.click(screen.getByRole('button', { name: 'Submit' }))
      const notice = within(await left())
      expect(notice.getByText('2 records were answered elsewhere meanwhile and keep those answers.')).toBeTruthy()
      const link = await notice.findByRole('link', { name: 'ext-r11' })
      expect(link.getAttribute('href')).toContain('?record=r11')
      await notice.findAllByText('Draft', { exact: false })
      expect(server.responseOf('r1')).toMatchObject({ status: 'submitted', values: { intent: { value: 'refund' } } })
      for (const id of ['r2', 'r11']) expect(server.responseOf(id)).toMatchObject(theirs)
      await waitFor(() => expect(tabTexts()).toEqual(['Pending10', 'Draft2', 'Submitted1', 'Discarded0']))
      expect(count()).toBe('0 selected')
    })

    it('are overwritten on purpose, also when no record is left in the list', async () => {
      const { user, server, bulks } = await openBulk({ count: 2 })
      await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
      await answerElsewhere('r2')
      await user.keyboard('1{Enter}')
      await waitFor(() => expect(tabTexts()).toEqual(['Pending0', 'Draft1', 'Submitted1', 'Discarded0']))
      await user.click(within(await left()).getByRole('button', { name: 'Overwrite it' }))
      await waitFor(() => expect(tabTexts()).toEqual(['Pending0', 'Draft0', 'Submitted2', 'Discarded0']))
      expect(server.responseOf('r2')?.values).toEqual({ intent: { value: 'refund' } })
      expect(bulks.map((items) => items.map(({ record_id: id }) => id))).toEqual([['r1', 'r2'], ['r2']])
      expect(screen.queryByRole('region', { name: 'Answered elsewhere' })).toBeNull()
    })

    it('stay as they are when they are left, and the answers stay in the form', async () => {
      const { user, server } = await openBulk()
      await user.click(record(2))
      await answerElsewhere('r2')
      await user.keyboard('1{Enter}')
      await user.click(within(await left()).getByRole('button', { name: 'Leave it' }))
      expect(screen.queryByRole('region', { name: 'Answered elsewhere' })).toBeNull()
      expect(server.responseOf('r2')).toMatchObject(theirs)
      expect(question('intent').getByRole('radio', { name: 'refund' }).matches(':checked')).toBe(true)
    })

    it('are offered again when they could not be overwritten', async () => {
      const refused: Record<string, string> = {}
      const { user, server } = await openBulk({ refused })
      await user.click(record(2))
      await answerElsewhere('r2')
      await user.keyboard('1{Enter}')
      const overwrite = within(await left()).getByRole('button', { name: 'Overwrite it' })
      refused.r2 = 'bad value'
      await user.click(overwrite)
      expect(await screen.findByText('Not saved: bad value')).toBeTruthy()
      expect(await left()).toBeTruthy()
      expect(server.responseOf('r2')).toMatchObject(theirs)
    })
  })

  it('takes back all but what was changed elsewhere since, says so, and does not try that again', async () => {
    const { user, server } = await openBulk()
    await user.click(record(1))
    await user.click(record(2))
    await user.keyboard('1{Enter}')
    // The counts change before the answer is sent; it can be undone only from here on.
    await screen.findByRole('button', { name: 'Undo' })
    await waitFor(() => expect(tabTexts()).toEqual(['Pending3', 'Draft0', 'Submitted2', 'Discarded0']))
    const answer = fetch
    const deletions: string[] = []
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      if (init?.method !== 'DELETE') return answer(input, init)
      deletions.push(input.replace(/\?.*/, ''))
      return input.includes('response-r2') ? Response.json({ detail: 'changed' }, { status: 409 }) : answer(input, init)
    })
    await user.keyboard('{Control>}z{/Control}')
    expect(await screen.findByText('1 answer taken back.')).toBeTruthy()
    expect(await screen.findByText('1 answer was not taken back: answered elsewhere meanwhile')).toBeTruthy()
    await waitFor(() => expect(tabTexts()).toEqual(['Pending4', 'Draft0', 'Submitted1', 'Discarded0']))
    expect(server.responseOf('r2')).toMatchObject({ status: 'submitted' })
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    await user.keyboard('{Control>}z{/Control}')
    await user.keyboard('{Control>}z{/Control}')
    await user.click(record(3))
    expect(deletions).toEqual(['r1', 'r2'].map((id) => `/api/v1/responses/response-${id}`))
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

  it('leads the keys to what stands in place of the last record, and to the list of the next page', async () => {
    const { user } = await openBulk({ count: 2 })
    await user.click(record(1))
    await user.keyboard('1')
    record(1).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(tabTexts()).toEqual(['Pending1', 'Draft0', 'Submitted1', 'Discarded0']))
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
    expect(document.activeElement?.contains(screen.getByRole('list', { name: 'Records' }))).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
    await user.click(record(1))
    await user.keyboard('1')
    record(1).focus()
    await user.keyboard('{Enter}')
    const heading = await screen.findByRole('heading', { name: 'This queue is empty' })
    await waitFor(() => expect(heading.contains(document.activeElement)).toBe(true))
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

  it('turns pages by the index of their first record, and keeps what is selected', async () => {
    const { user, here, bulks } = await openBulk({ count: 23 })
    await user.click(record(1))
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await screen.findByRole('checkbox', { name: 'Select record 11' })
    expect(here()).toContain('page=11')
    expect(screen.getByText('11–20 of 23')).toBeTruthy()
    expect(count()).toBe('1 selected')
    expect(screen.getByText('1 of them is on another page.')).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    expect(count()).toBe('11 selected')
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(record(12))
    expect(screen.getByText('For 2 records')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Previous page' }))
    await screen.findByRole('checkbox', { name: 'Select record 1' })
    expect(isChosen(1)).toBe(true)
    await user.keyboard('1{Enter}')
    await waitFor(() => expect(bulks.flat().map(({ record_id: id }) => id)).toEqual(['r1', 'r12']))
  })

  it('keeps the focus in the list when the pressed button for the selection disappears', async () => {
    const { user } = await openBulk({ count: 23 })
    const list = () => document.querySelector('[data-record-body]')
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(screen.getByRole('button', { name: 'Select all 23 that match' }))
    await waitFor(() => expect(document.activeElement).toBe(list()))
    await user.click(screen.getByRole('button', { name: 'Clear selection' }))
    await waitFor(() => expect(document.activeElement).toBe(list()))
  })

  it('selects nothing any more after another query, or at a press', async () => {
    const { user } = await openBulk({ count: 23 })
    await user.click(record(1))
    await user.click(screen.getByRole('button', { name: 'Clear selection' }))
    expect(count()).toBe('0 selected')
    await user.click(record(2))
    await user.type(screen.getByRole('searchbox', { name: 'Search the records' }), 'r1{Enter}')
    await screen.findByText('1–10 of 11')
    expect(count()).toBe('0 selected')
  })

  it('goes back from all that match to the page', async () => {
    const { user } = await openBulk({ count: 23 })
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(screen.getByRole('button', { name: 'Select all 23 that match' }))
    expect(count()).toBe('All 23 selected')
    await user.click(screen.getByRole('button', { name: 'Back to the 10 selected before' }))
    expect(count()).toBe('10 selected')
  })

  it('selects a range with Shift and the arrows, there and back', async () => {
    const { user } = await openBulk()
    await user.keyboard('jj{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    expect([1, 2, 3, 4, 5].map(isChosen)).toEqual([false, true, true, true, false])
    expect(document.activeElement).toBe(record(4))
    await user.keyboard('{Shift>}{ArrowUp}{ArrowUp}{ArrowUp}{/Shift}')
    expect([1, 2, 3, 4, 5].map(isChosen)).toEqual([true, true, false, false, false])
  })

  it('shows what is suggested on each card: what, by whom, how sure', async () => {
    await openBulk({ suggestions: { r2: suggest('card', 0.931) } })
    const line = screen.getByRole('list', { name: 'Suggestions' })
    expect(line.closest('article')?.getAttribute('aria-label')).toBe('Record 2')
    expect(line.textContent).toBe('intent card bert · 0.93')
  })

  it('says of each question that it stays as it is, until it is answered', async () => {
    const { user } = await openBulk()
    expect(screen.getAllByText('unchanged')).toHaveLength(2)
    await user.keyboard('1')
    expect(screen.getAllByText('unchanged')).toHaveLength(1)
  })

  it('answers each record by its own suggestion, names those without, and takes it back [C20]', async () => {
    const suggestions = { r1: suggest('card'), r2: suggest('refund'), r12: suggest('other') }
    const { user, bulks, server } = await openBulk({ count: 13, suggestions })
    // Keep the toast with the Undo button, as if the pointer were on it.
    toasts.pause()
    await user.click(record(1))
    await user.click(record(2))
    await user.click(record(3))
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Select record 12' }))
    await user.click(screen.getByRole('switch', { name: 'Fill the rest from suggestions' }))
    expect(question('intent').getByText('its suggestion')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    await waitFor(() => expect(tabTexts()).toEqual(['Pending10', 'Draft0', 'Submitted3', 'Discarded0']))
    expect(bulks.flat().map(({ record_id: id, values }) => [id, values])).toEqual([
      ['r1', { intent: { value: 'card' } }],
      ['r2', { intent: { value: 'refund' } }],
      ['r12', { intent: { value: 'other' } }],
    ])
    await user.click(screen.getByRole('button', { name: 'Previous page' }))
    expect(await screen.findByText('Not saved: no suggestion for “intent”')).toBeTruthy()
    expect(count()).toBe('1 selected')
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(tabTexts()).toEqual(['Pending13', 'Draft0', 'Submitted0', 'Discarded0']))
    expect(server.responseOf('r12')).toBeUndefined()
  })

  it('fills all that match from their suggestions, after a yes', async () => {
    const suggestions = Object.fromEntries(Array.from({ length: 23 }, (_, at) => [`r${at + 1}`, suggest('card')]))
    const { user, bulks } = await openBulk({ count: 23, suggestions })
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(screen.getByRole('button', { name: 'Select all 23 that match' }))
    await user.keyboard('{Alt>}u{/Alt}')
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    await user.click(await screen.findByRole('button', { name: 'Submit 23' }))
    await waitFor(() => expect(tabTexts()).toEqual(['Pending0', 'Draft0', 'Submitted23', 'Discarded0']))
    expect(bulks.map(({ length }) => length)).toEqual([10, 10, 3])
  })

  it('sends answers once, however often it is told to while they are put together', async () => {
    const suggestions = { r1: suggest('card'), r11: suggest('other') }
    const { user, bulks } = await openBulk({ count: 13, suggestions })
    const answer = fetch
    const held: (() => void)[] = []
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      // The record of the previous page is fetched again.
      if (input.startsWith('/api/v1/records/r1?')) await new Promise<void>((go) => held.push(go))
      return answer(input, init)
    })
    await user.click(record(1))
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Select record 11' }))
    await user.keyboard('{Alt>}u{/Alt}')
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    await waitFor(() => expect(held).toHaveLength(1))
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    await user.keyboard('{Enter}')
    for (const go of held) go()
    await waitFor(() => expect(tabTexts()).toEqual(['Pending11', 'Draft0', 'Submitted2', 'Discarded0']))
    expect(bulks.flat().map(({ record_id: id }) => id)).toEqual(['r1', 'r11'])
    expect(held).toHaveLength(1)
  })

  it('finds what an earlier visit left, and goes on with it', async () => {
    const change = { status: 'submitted' as const, values: { intent: { value: 'other' } } }
    const { user, server } = await openBulk({}, (id, userId) =>
      keptBulkJobs(userId, id).keep('job', makeJob('job', change, ['r1', 'r2'])),
    )
    await user.click(await screen.findByRole('button', { name: 'Go on' }))
    await waitFor(() => expect(server.responseOf('r2')?.values).toEqual(change.values))
    await waitFor(async () => expect(await keptBulkJobs(server.user.id, server.id).list()).toEqual([]))
    // The toast is the last step; if it appeared later, it would show up on the next page.
    await screen.findByRole('button', { name: 'Undo' })
  })

  it('offers nothing that another tab is doing, until that tab is gone', async () => {
    const held = new Map<string, Promise<void>>()
    const waiting: string[] = []
    const request = async (name: string, _: unknown, work: () => unknown) => {
      waiting.push(name)
      await held.get(name)
      return work()
    }
    const query = async () => ({ held: [...held.keys()].map((name) => ({ name, mode: 'exclusive' })) })
    Object.defineProperty(navigator, 'locks', { configurable: true, value: { request, query } })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
    let close: () => void = () => {}
    held.set('postil.bulk.job', new Promise((resolve) => (close = resolve)))
    const change = { status: 'submitted' as const, values: { intent: { value: 'other' } } }
    await openBulk({}, (id, userId) => keptBulkJobs(userId, id).keep('job', makeJob('job', change, ['r1', 'r2'])))
    await waitFor(() => expect(waiting).toEqual(['postil.bulk.job']))
    expect(screen.queryByRole('button', { name: 'Go on' })).toBeNull()
    held.clear()
    close()
    await screen.findByRole('button', { name: 'Go on' })
  })

  it('keeps what is taken back while other answers are sent, and takes it back after them', async () => {
    const { user, server, bulks } = await openBulk()
    // Keep the toast, as if the pointer were on it.
    toasts.pause()
    await user.click(record(1))
    await user.keyboard('1{Enter}')
    const undo = await screen.findByRole('button', { name: 'Undo' })
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(4))
    const kept = keptBulkJobs(server.user.id, server.id)
    const answer = fetch
    const held: (() => void)[] = []
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      if (input.includes('/responses/bulk')) await new Promise<void>((go) => held.push(go))
      return answer(input, init)
    })
    await user.keyboard('{Escape}j2{Enter}')
    await waitFor(() => expect(held).toHaveLength(1))
    await user.click(undo)
    const jobs = await kept.list()
    expect(jobs.map(({ change }) => change.status).sort()).toEqual(['pending', 'submitted'])
    expect(server.responseOf('r1')?.status).toBe('submitted')
    for (const go of held) go()
    await waitFor(() => expect(server.responseOf('r1')).toBeUndefined())
    await waitFor(() => expect(tabTexts()).toEqual(['Pending4', 'Draft0', 'Submitted1', 'Discarded0']))
    await waitFor(async () => expect(await kept.list()).toEqual([]))
    expect(bulks.flat().map(({ record_id: id }) => id)).toEqual(['r1', 'r2'])
  })

  it('offers one change after the other that earlier visits left', async () => {
    const change = { status: 'submitted' as const, values: { intent: { value: 'other' } } }
    const { user, server } = await openBulk({}, (id, userId) => {
      for (const place of [1, 2])
        void keptBulkJobs(userId, id).keep(`job-${place}`, makeJob(`job-${place}`, change, [`r${place}`]))
    })
    await user.click(await screen.findByRole('button', { name: 'Go on' }))
    await waitFor(() => expect(tabTexts()).toEqual(['Pending4', 'Draft0', 'Submitted1', 'Discarded0']))
    await user.click(await screen.findByRole('button', { name: 'Leave them' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Go on' })).toBeNull())
    expect(await keptBulkJobs(server.user.id, server.id).list()).toEqual([])
  })

  it('waits for the server, and loses nothing meanwhile', async () => {
    const { user, server } = await openBulk()
    await user.click(record(1))
    await user.keyboard('1')
    server.state.isDown = true
    await user.keyboard('{Enter}')
    expect(await screen.findByText('The server does not answer. Sending goes on by itself.')).toBeTruthy()
    expect(await keptBulkJobs(server.user.id, server.id).list()).toMatchObject([{ sent: 0 }])
    server.state.isDown = false
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(server.responseOf('r1')?.status).toBe('submitted'))
  })
})
