import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeLive } from '../../api/testing/fake-live.ts'
import { FakeReply } from '../../api/testing/fake-server.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { openDisagreements, recordOf, TIMES } from './testing/open-disagreements.ts'

afterEach(() => {
  toasts.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const options = ['bill', 'card', 'other'].map((value) => ({ value, text: value, description: null }))
const QUESTION = {
  ...{ id: 'q1', name: 'kind', title: 'Kind', description: null, required: true },
  settings: { type: 'label_selection', options, visible_options: null },
}
const USERS = ['ana', 'bob'].map((username) => ({ id: username, username }))
let records = 0

/** A record that two people answered differently, on a server that refuses to change another decision than the one named. */
async function open() {
  const live = fakeLive('d1')
  // Decisions of other tests are those of other records.
  const id = `shared-${++records}`
  let decision: { value: string; updated_at: string } | undefined
  let changes = 0
  const decide = (value: string) => {
    changes += 1
    decision = { value, updated_at: `2026-11-02T10:00:00.${String(changes).padStart(6, '0')}` }
  }
  const wire = () => decision && { record_id: id, question_id: 'q1', user_id: null, ...TIMES, ...decision }
  const change = (url: URL, apply: () => void) => {
    if (url.searchParams.get('updated_at') !== (decision?.updated_at ?? ''))
      return new FakeReply(409, { detail: 'The decision was changed since' })
    const before = wire()
    apply()
    return wire() ?? before
  }
  const page = openDisagreements([QUESTION], {
    'GET /api/v1/datasets/d1/disagreements': () => ({
      items: [
        {
          ...{ record_id: id, external_id: 'first', text: 'Text', is_gold: false },
          questions: [{ name: 'kind', agreement: 0, answers: 2, is_resolved: decision !== undefined }],
        },
      ],
      ...{ open: decision ? 0 : 1, resolved: decision ? 1 : 0, users: USERS },
    }),
    [`GET /api/v1/records/${id}`]: () => recordOf(id, 'Text', 'first'),
    [`GET /api/v1/records/${id}/responses`]: () => ({
      items: USERS.map((user, at) => ({
        ...{ id: user.id, record_id: id, user_id: user.id, status: 'submitted', ...TIMES },
        values: { kind: { value: ['bill', 'card'][at] } },
      })),
      users: USERS,
    }),
    [`GET /api/v1/records/${id}/resolutions`]: () => ({ items: [wire() ?? []].flat() }),
    [`PUT /api/v1/records/${id}/resolutions`]: ({ body, url }) => change(url, () => decide(JSON.parse(body).value)),
    [`DELETE /api/v1/records/${id}/resolutions/q1`]: ({ url }) =>
      change(url, () => {
        decision = undefined
      }),
  })
  const kind = within(await screen.findByRole('region', { name: /^Kind/ }))
  await waitFor(() => expect(live.count().open).toBe(1))
  return {
    ...page,
    kind,
    stored: () => decision?.value,
    /** Another lead decides; the event of it is sent, unless this page is to miss it. */
    decideElsewhere: (value: string, { isMissed = false } = {}) => {
      decide(value)
      live.change('d1', { decisions: 1000 + changes }, { isMissed })
    },
    undoLast: () => page.user.keyboard('{Control>}z{/Control}'),
  }
}

const soon = { timeout: 5000 }

describe('a decision, while another lead decides', () => {
  it('does not replace a decision that the lead has not seen, which is shown instead', async () => {
    const { user, kind, stored, decideElsewhere } = await open()
    decideElsewhere('other', { isMissed: true })
    await user.keyboard('1')
    await screen.findByText(
      'Somebody has changed the decision about “first” meanwhile. Nothing was saved; look at it again.',
    )
    await kind.findByText('Resolved: other')
    expect(stored()).toBe('other')
    // Now it is seen.
    await user.click(await kind.findByRole('button', { name: /^Take this answer.*ana/ }))
    await kind.findByText('Resolved: bill')
    await waitFor(() => expect(stored()).toBe('bill'))
  })

  it('can be changed and undone step by step, as long as nobody else changes it', async () => {
    const { user, kind, stored, undoLast } = await open()
    await user.keyboard('1')
    await user.click(await kind.findByRole('button', { name: /^Take this answer.*bob/ }))
    await waitFor(() => expect(stored()).toBe('card'))
    await undoLast()
    await waitFor(() => expect(stored()).toBe('bill'))
    await undoLast()
    await waitFor(() => expect(stored()).toBeUndefined())
    await waitFor(() => expect(kind.queryByText(/^Resolved/)).toBeNull())
    await user.keyboard('2')
    await waitFor(() => expect(stored()).toBe('card'))
    await user.click(await kind.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(stored()).toBeUndefined())
    expect(toasts.getVisible()).toEqual([])
  })

  it('is not lost by closing the tab before it is stored, unless that is confirmed', async () => {
    const { user, kind, stored } = await open()
    const closing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    const fetchNow = globalThis.fetch
    let send = () => {}
    const isSent = new Promise<void>((resolve) => {
      send = resolve
    })
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      if (init?.method === 'PUT') await isSent
      return fetchNow(input, init)
    })
    expect(closing()).toBe(false)
    await user.keyboard('1')
    await kind.findByText('Resolved: bill')
    expect(closing()).toBe(true)
    send()
    await waitFor(() => expect(closing()).toBe(false))
    expect(stored()).toBe('bill')
  })

  it('is not undone once another lead has decided, whose decision stays', async () => {
    const { user, kind, stored, decideElsewhere, undoLast } = await open()
    await user.keyboard('1')
    await waitFor(() => expect(stored()).toBe('bill'))
    decideElsewhere('other', { isMissed: true })
    await undoLast()
    await screen.findByText('Somebody has changed the decision meanwhile. It was not taken back; look at it again.')
    await kind.findByText('Resolved: other')
    expect(stored()).toBe('other')
  })

  it('of the other lead is shown within seconds', async () => {
    const { kind, decideElsewhere } = await open()
    decideElsewhere('other')
    await kind.findByText('Resolved: other', undefined, soon)
  })
})
