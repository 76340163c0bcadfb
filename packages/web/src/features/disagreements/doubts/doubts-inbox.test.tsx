import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeLive } from '../../../api/testing/fake-live.ts'
import { FakeReply } from '../../../api/testing/fake-server.ts'
import { openDisagreements, recordOf, TIMES } from '../testing/open-disagreements.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const QUESTION = {
  ...{ id: 'q1', name: 'kind', title: 'Kind', description: null, required: true },
  settings: { type: 'text', use_markdown: false },
}
const DOUBT = {
  ...{ id: 'doubt1', record_id: 'r1', user_id: 'u1', note: 'Is it a bill?', ...TIMES, is_seen: false },
  ...{ reply: null, resolved_at: null, resolved_by: null, external_id: null, text: 'Ann went to Rome' },
}
const USERS = [{ id: 'u1', username: 'ana' }]

/** The doubts of a dataset with one doubt, whose reply others may change. */
async function open(reply: string | null = null) {
  const live = fakeLive('d1')
  const doubt = {
    ...DOUBT,
    ...{ reply, resolved_at: reply && '2026-11-02T10:00:00', resolved_by: reply && 'u2' },
  }
  const sent: unknown[] = []
  let isThere = true
  const page = openDisagreements(
    [QUESTION],
    {
      'GET /api/v1/datasets/d1/doubts': () => ({
        ...{ items: isThere ? [{ ...doubt }] : [], users: USERS },
        open: isThere && !doubt.resolved_at ? 1 : 0,
        resolved: isThere && doubt.resolved_at ? 1 : 0,
      }),
      'GET /api/v1/records/r1': () => recordOf('r1', 'Ann went to Rome'),
      'GET /api/v1/records/r1/responses': () => ({ items: [], users: USERS }),
      'PUT /api/v1/records/r1/doubts/doubt1/reply': ({ body, url }) => {
        if (!isThere) return new FakeReply(404, { detail: 'Doubt not found' })
        if (url.searchParams.get('updated_at') !== doubt.updated_at)
          return new FakeReply(409, { detail: 'The doubt was changed since' })
        const given: { reply: string | null; is_resolved: boolean } = JSON.parse(body)
        sent.push(given)
        doubt.reply = given.reply
        doubt.resolved_at = given.is_resolved ? '2026-11-03T10:00:00' : null
        return { ...doubt }
      },
    },
    '?show=doubts',
  )
  const box = await screen.findByRole('textbox', { name: /^Your reply/ })
  await waitFor(() => expect(live.count().open).toBe(1))
  let changes = 300
  return {
    ...page,
    sent,
    box,
    text: () => (box as HTMLTextAreaElement).value,
    askAnew: (note: string) => {
      doubt.note = note
      doubt.updated_at = '2026-11-02T12:00:00'
    },
    takeBack: () => {
      isThere = false
    },
    /** Tell the page that doubts were changed. */
    tell: () => live.change('d1', { doubts: ++changes }),
    replyElsewhere: (words: string) => {
      doubt.reply = words
      doubt.resolved_at = '2026-11-02T11:00:00'
      live.change('d1', { doubts: ++changes })
    },
  }
}

describe('the reply to a doubt, while another lead replies', () => {
  it('is taken in as long as nothing is typed, and stays when the doubt is opened again', async () => {
    const { user, sent, box, text, replyElsewhere } = await open()
    replyElsewhere('Yes, a bill.')
    await waitFor(() => expect(text()).toBe('Yes, a bill.'), { timeout: 5000 })
    await user.click(screen.getByRole('button', { name: 'Open it again' }))
    await waitFor(() => expect(sent).toEqual([{ reply: 'Yes, a bill.', is_resolved: false }]))
    expect(text()).toBe('Yes, a bill.')
    // The pressed button is gone: the focus goes to what is written next.
    await waitFor(() => expect(document.activeElement).toBe(box))
  })

  it('does not replace what is typed: it is shown above, until the own reply is sent', async () => {
    const { user, sent, box, text, replyElsewhere } = await open('At first no.')
    expect(text()).toBe('At first no.')
    await user.clear(box)
    await user.type(box, 'A card.')
    expect(screen.queryByText(/^Somebody has replied since/)).toBeNull()
    replyElsewhere('Yes, a bill.')
    await screen.findByText('Somebody has replied since you began your own reply:', undefined, { timeout: 5000 })
    screen.getByText('Yes, a bill.', { selector: 'p' })
    expect(text()).toBe('A card.')
    await user.click(screen.getByRole('button', { name: 'Reply and close' }))
    await waitFor(() => expect(screen.queryByText(/^Somebody has replied since/)).toBeNull())
    expect(sent).toEqual([{ reply: 'A card.', is_resolved: true }])
    expect(text()).toBe('A card.')
  })
})

it('the reply to a doubt is sent by Ctrl and Enter while it is typed, as the note was; without words nothing is closed', async () => {
  const { user, sent, box } = await open()
  await user.type(box, '{Control>}{Enter}{/Control}')
  await user.type(box, 'A card.{Control>}{Enter}{/Control}')
  await screen.findByRole('button', { name: 'Open it again' })
  expect(sent).toEqual([{ reply: 'A card.', is_resolved: true }])
})

it.each([
  ['the record of a doubt', 'GET /api/v1/records/r1', 'The answers to this record could not be loaded.'],
  ['the list of doubts', 'GET /api/v1/datasets/d1/doubts', 'The doubts could not be loaded.'],
  ['the list of disagreements', 'GET /api/v1/datasets/d1/disagreements', 'The disagreements could not be loaded.'],
])(
  '%s that could not be loaded is shown once the server replies again',
  async (_, route, failure) => {
    let isUp = false
    const onceUp = (path: string, reply: object) => () => {
      if (!isUp && path === route) throw new TypeError('Failed to fetch')
      return reply
    }
    fakeLive('d1')
    openDisagreements(
      [QUESTION],
      {
        'GET /api/v1/datasets/d1/doubts': onceUp('GET /api/v1/datasets/d1/doubts', {
          ...{ items: [DOUBT], users: USERS, open: 1, resolved: 0 },
        }),
        'GET /api/v1/datasets/d1/disagreements': onceUp('GET /api/v1/datasets/d1/disagreements', {
          ...{ items: [], users: USERS, open: 0, resolved: 0, questions: [] },
        }),
        'GET /api/v1/records/r1': onceUp('GET /api/v1/records/r1', recordOf('r1', 'Ann went to Rome')),
        'GET /api/v1/records/r1/responses': () => ({ items: [], users: USERS }),
      },
      route.endsWith('disagreements') ? '' : '?show=doubts',
    )
    await screen.findByText(failure, undefined, { timeout: 5000 })
    isUp = true
    await waitFor(() => expect(screen.queryByText(failure)).toBeNull(), { timeout: 8000 })
    if (!route.endsWith('disagreements')) await screen.findByRole('textbox', { name: /^Your reply/ })
  },
  20_000,
)

describe('the reply to a doubt, while the person who asked changes it', () => {
  it('is not sent to another question than the one that was read, which is shown then', async () => {
    const { user, box, sent, text, askAnew } = await open()
    await user.type(box, 'Yes.')
    askAnew('May I discard it?')
    await user.click(screen.getByRole('button', { name: 'Reply and close' }))
    await screen.findByText('The doubt was changed or taken back meanwhile. Nothing was sent; look at it again.')
    await screen.findByText('May I discard it?', { selector: 'p' })
    expect([sent, text()]).toEqual([[], 'Yes.'])
    await user.click(screen.getByRole('button', { name: 'Reply and close' }))
    await waitFor(() => expect(sent).toEqual([{ reply: 'Yes.', is_resolved: true }]))
  })

  it('cannot be sent once the doubt was taken back, which the list tells, too; what is typed stays', async () => {
    const { user, box, sent, text, takeBack, tell } = await open()
    await user.type(box, 'Yes.')
    takeBack()
    tell()
    await screen.findByText(
      'This doubt was taken back. There is nothing to reply to.',
      { selector: 'p' },
      { timeout: 5000 },
    )
    screen.getByRole('button', { name: /Is it a bill\?ana · Ann went to Rome ?taken back/ })
    const send = screen.getByRole('button', { name: 'Reply and close' })
    expect(send.getAttribute('aria-disabled')).toBe('true')
    await user.click(send)
    expect([sent, text()]).toEqual([[], 'Yes.'])
  })

  it('finds out that it was taken back', async () => {
    const { user, takeBack } = await open()
    takeBack()
    await user.click(screen.getByRole('button', { name: 'Close without a reply' }))
    await screen.findByText('This doubt was taken back. There is nothing to reply to.', { selector: 'p' })
  })
})

it('a typed reply is there again on a later visit, with what somebody has replied since, until it is sent', async () => {
  const typing = await open()
  await typing.user.type(typing.box, 'A card.')
  cleanup()
  const later = await open('Yes, a bill.')
  expect(later.text()).toBe('A card.')
  screen.getByText('Somebody has replied since you began your own reply:')
  await later.user.click(screen.getByRole('button', { name: 'Reply and close' }))
  await waitFor(() => expect(later.sent).toEqual([{ reply: 'A card.', is_resolved: true }]))
  cleanup()
  expect((await open('Yes, a bill.')).text()).toBe('Yes, a bill.')
})
