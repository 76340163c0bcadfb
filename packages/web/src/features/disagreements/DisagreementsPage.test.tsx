import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeLive } from '../../api/testing/fake-live.ts'
import type { FakeRoute } from '../../api/testing/fake-server.ts'
import { openDisagreements, recordOf, TIMES } from './testing/open-disagreements.ts'

afterEach(() => vi.unstubAllGlobals())

const options = ['bill', 'card'].map((value) => ({ value, text: value, description: null }))
const question = (name: string, title: string) => ({
  ...{ id: `q-${name}`, name, title, description: null, required: true },
  settings: { type: 'label_selection', options, visible_options: null },
})
const USERS = [
  { id: 'u1', username: 'ana' },
  { id: 'u2', username: 'bob' },
]
/** Who answered which question of which record; all of them differently. */
const DIFFERING = [
  { record: 'r1', text: 'I lost my card', name: 'kind', people: ['u1', 'u2'], is_resolved: false },
  { record: 'r2', text: 'Where is my bill?', name: 'tone', people: ['u1', 'u2'], is_resolved: false },
  { record: 'r3', text: 'Thank you', name: 'tone', people: ['u1'], is_resolved: true },
]

/**
 * @param hold - what the reply to each request for the list, counted from 1, waits for
 * @param routes - replies other than the usual ones
 */
function open(
  search = '',
  differing = DIFFERING,
  hold?: (request: number) => Promise<void> | undefined,
  routes: Record<string, FakeRoute> = {},
) {
  const asked: string[] = []
  const recordRoutes = DIFFERING.map(({ record, text }) => ({
    [`GET /api/v1/records/${record}`]: () => recordOf(record, text),
    [`GET /api/v1/records/${record}/responses`]: () => ({ items: [], users: USERS }),
    [`GET /api/v1/records/${record}/resolutions`]: () => ({ items: [] }),
  }))
  const page = openDisagreements(
    [question('kind', 'Kind'), question('tone', 'Tone')],
    {
      'GET /api/v1/datasets/d1/disagreements': async ({ url }) => {
        const request = asked.push(url.search)
        await hold?.(request)
        const { question: name, user_id, status } = Object.fromEntries(url.searchParams)
        const found = differing.filter((one) => (name ?? one.name) === one.name && one.people.includes(user_id ?? 'u1'))
        const items = found.filter(({ is_resolved }) => !status || (status === 'resolved') === is_resolved)
        return {
          items: items.map(({ record, text, people, ...rest }) => ({
            ...{ record_id: record, external_id: null, text },
            questions: [{ name: rest.name, agreement: 0, answers: people.length, is_resolved: rest.is_resolved }],
          })),
          open: found.filter(({ is_resolved }) => !is_resolved).length,
          resolved: found.filter(({ is_resolved }) => is_resolved).length,
          users: USERS,
        }
      },
      ...Object.assign({}, ...recordRoutes),
      ...routes,
    },
    search,
  )
  return { ...page, asked }
}

const listed = async () => {
  const list = await screen.findByRole('list', { name: 'Records that people answered differently' })
  return within(list)
    .getAllByRole('button')
    .map((button) => DIFFERING.find(({ text }) => button.textContent?.startsWith(text))?.record)
}
const filter = async (name: RegExp) =>
  within(await screen.findByRole('group', { name: 'Filters' })).getByRole('button', { name })

it('lists resolved records as such, in their places', async () => {
  open()
  await listed()
  const marks = DIFFERING.map(({ text }) => {
    const record = screen.getByText(text, { selector: 'button > span' }).closest('button')
    return [record?.textContent?.includes('Resolved'), record?.hasAttribute('data-resolved')]
  })
  expect(marks).toEqual([
    [false, false],
    [false, false],
    [true, true],
  ])
})

describe('the filters of disagreements', () => {
  it('ask the server for one question, person and status, from the keyboard, and are part of the address', async () => {
    const { user, here, asked } = open()
    expect(await listed()).toEqual(['r1', 'r2', 'r3'])
    ;(await filter(/Question$/)).focus()
    await user.keyboard('{Enter}')
    await screen.findByRole('option', { name: 'Tone' })
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await waitFor(async () => expect(await listed()).toEqual(['r2', 'r3']))
    expect(here()).toBe('/dataset/d1/disagreements?question=tone')
    await user.click(await filter(/Person$/))
    await user.click(await screen.findByRole('option', { name: 'bob' }))
    await waitFor(async () => expect(await listed()).toEqual(['r2']))
    expect(screen.getByText('1 open')).toBeTruthy()
    await user.click(await filter(/Status$/))
    await user.click(await screen.findByRole('option', { name: 'Resolved' }))
    await screen.findByText('No record matches')
    expect(here()).toBe('/dataset/d1/disagreements?question=tone&person=u2&status=resolved')
    expect(asked).toEqual([
      '',
      '?question=tone',
      '?question=tone&user_id=u2',
      '?question=tone&user_id=u2&status=resolved',
    ])
    await user.click(screen.getByRole('button', { name: 'Remove filters' }))
    expect(await listed()).toEqual(['r1', 'r2', 'r3'])
    expect(here()).toBe('/dataset/d1/disagreements')
  })

  it('are read from the address, and stay while records are shown', async () => {
    const { user, here, asked } = open('?status=open&person=u2')
    expect(await listed()).toEqual(['r1', 'r2'])
    expect(asked).toEqual(['?user_id=u2&status=open'])
    expect((await filter(/Status$/)).textContent).toContain('Open')
    expect((await filter(/Person$/)).textContent).toContain('bob')
    await user.click(screen.getByRole('button', { name: /^Where is my bill/ }))
    expect(here()).toBe('/dataset/d1/disagreements?status=open&person=u2&record=r2')
    expect(asked).toHaveLength(1)
  })
})

describe('the list of disagreements, while others work', () => {
  it('counts what is answered and decided, and leaves every record in its place', async () => {
    const live = fakeLive('d1')
    const differing = DIFFERING.slice(1)
    const { user } = open('', differing)
    expect(await listed()).toEqual(['r2', 'r3'])
    await screen.findByText('1 open')
    await waitFor(() => expect(live.count().open).toBe(1))
    const shown = () => document.querySelector('[aria-current]')?.textContent
    expect(shown()).toContain('Where is my bill?')

    // By agreement, the new one would be the first.
    differing.unshift(...DIFFERING.slice(0, 1))
    live.change('d1', { changes: 6 })
    // On a busy machine the list was loaded so long before the stream opened that it was fetched again: the next time is a minute later.
    await screen.findByText('2 open', undefined, { timeout: 75_000 })
    expect(await listed()).toEqual(['r2', 'r1', 'r3'])
    expect(shown()).toContain('Where is my bill?')

    await user.click(screen.getByRole('button', { name: 'Load again' }))
    await waitFor(async () => expect(await listed()).toEqual(['r1', 'r2', 'r3']))
  }, 90_000)

  it('says of a record whose answers differ no more that it has changed, and shows its answers as they are now', async () => {
    const live = fakeLive('d1')
    const differing = DIFFERING.slice(0, 1)
    const given = { u1: 'bill', u2: 'card' }
    open('', differing, undefined, {
      'GET /api/v1/records/r1/responses': () => ({
        items: Object.entries(given).map(([user_id, value]) => ({
          ...{ id: user_id, record_id: 'r1', user_id, status: 'submitted', ...TIMES },
          values: { kind: { value } },
        })),
        users: USERS,
      }),
    })
    await screen.findByText('0.00 agreement')
    await waitFor(() => expect(live.count().open).toBe(1))
    differing.pop()
    given.u2 = 'bill'
    live.change('d1', { changes: 6 })
    // Both are asked for by the same event; see the test above for the time.
    await screen.findByText('2 of 2 agree', undefined, { timeout: 75_000 })
    await screen.findByText('Changed since', undefined, { timeout: 75_000 })
    screen.getByText('0 open')
    expect(await listed()).toEqual(['r1'])
  }, 90_000)

  it('puts an answer that comes while its record is shown behind the others, whose keys stay', async () => {
    const live = fakeLive('d1')
    const given: Record<string, string> = { u2: 'bill', u3: 'card' }
    open('', DIFFERING.slice(0, 1), undefined, {
      'GET /api/v1/records/r1/responses': () => ({
        items: Object.entries(given).map(([user_id, value]) => ({
          ...{ id: user_id, record_id: 'r1', user_id, status: 'submitted', ...TIMES },
          values: { kind: { value } },
        })),
        users: [...USERS, { id: 'u3', username: 'cai', first_name: 'cai', last_name: null }],
      }),
    })
    const takes = async () =>
      (await screen.findAllByRole('button', { name: /^Take this answer/ })).map(({ textContent }) => textContent)
    const [first, second] = await takes()
    await waitFor(() => expect(live.count().open).toBe(1))
    given.u1 = 'card'
    live.change('d1', { changes: 6 })
    await waitFor(async () => expect(await takes()).toHaveLength(3), { timeout: 75_000 })
    expect((await takes()).slice(0, 2)).toEqual([first, second])
    expect((await takes())[2]).toContain('ana')
  }, 90_000)

  it('gets its own order when it is loaded again in the middle of a live update', async () => {
    const live = fakeLive('d1')
    const differing = DIFFERING.slice(1)
    const { user, asked } = open('', differing, (request) => (request === 2 ? new Promise(() => {}) : undefined))
    expect(await listed()).toEqual(['r2', 'r3'])
    await waitFor(() => expect(live.count().open).toBe(1))
    differing.unshift(...DIFFERING.slice(0, 1))
    live.change('d1', { changes: 6 })
    await waitFor(() => expect(asked).toHaveLength(2), { timeout: 25_000 })
    await user.click(screen.getByRole('button', { name: 'Load again' }))
    await waitFor(async () => expect(await listed()).toEqual(['r1', 'r2', 'r3']))
    expect(asked).toHaveLength(3)
  }, 30_000)
})
