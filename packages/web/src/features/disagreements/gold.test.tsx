import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FakeReply } from '../../api/testing/fake-server.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { openDisagreements, recordOf, TIMES } from './testing/open-disagreements.ts'

afterEach(() => {
  toasts.clear()
  vi.unstubAllGlobals()
})

const options = ['bill', 'card'].map((value) => ({ value, text: value, description: null }))
const QUESTION = {
  ...{ id: 'q1', name: 'kind', title: 'Kind', description: null, required: true },
  settings: { type: 'label_selection', options, visible_options: null },
}
const USERS = [
  { id: 'u1', username: 'ana' },
  { id: 'u2', username: 'bob' },
]
const IDS = ['r1', 'r2']
/** r2 is decided already. */
const R2 = { record_id: 'r2', question_id: 'q1', value: 'card', user_id: null, ...TIMES }

/** `hold`: the requests that are not answered before `go` is called with their number. */
function open({ queue = {}, hold = [] as string[], refusal = undefined as FakeReply | undefined } = {}) {
  const writes: string[] = []
  const waiting: (() => void)[] = []
  const decided = new Map([['r2', R2]])
  const gold = new Set<string>()
  const write = (name: string, save: () => unknown) => async () => {
    writes.push(name)
    if (hold.includes(name)) await new Promise<void>((resolve) => waiting.push(resolve))
    writes.push(`${name} done`)
    return refusal && name.includes('gold') ? refusal : save()
  }
  const routes = IDS.map((id) => ({
    [`GET /api/v1/records/${id}`]: () => recordOf(id, `Text of ${id}`, id),
    [`GET /api/v1/records/${id}/responses`]: () => ({
      items: USERS.map((user, at) => ({
        ...{ id: `${id}-${user.id}`, record_id: id, user_id: user.id, status: 'submitted', ...TIMES },
        values: { kind: { value: ['bill', 'card'][at] } },
      })),
      users: USERS,
    }),
    [`GET /api/v1/records/${id}/resolutions`]: () => ({ items: [decided.get(id) ?? []].flat() }),
    [`PUT /api/v1/records/${id}/resolutions`]: write(`decide ${id}`, () => {
      decided.set(id, { ...R2, record_id: id, value: 'bill' })
      return decided.get(id)
    }),
    [`PUT /api/v1/records/${id}/gold`]: write(`gold ${id}`, () => {
      if (!decided.has(id)) return new FakeReply(422, { detail: 'no resolution' })
      gold.add(id)
      return { record_id: id, is_gold: true }
    }),
    [`DELETE /api/v1/records/${id}/gold`]: write(`no gold ${id}`, () => {
      gold.delete(id)
      return { record_id: id, is_gold: false }
    }),
  }))
  const page = openDisagreements([QUESTION], {
    'GET /api/v1/datasets/d1/queue': () => ({
      ...{ order: 'mixed', min_submitted: 1, hand_out: 'everyone', others_answers: 'never', gold_percent: 0 },
      ...queue,
    }),
    'GET /api/v1/datasets/d1/disagreements': () => ({
      items: IDS.map((id) => ({
        ...{ record_id: id, external_id: id, text: `Text of ${id}`, is_gold: gold.has(id) },
        questions: [{ name: 'kind', agreement: 0, answers: 2, is_resolved: decided.has(id) }],
      })),
      ...{ open: 1, resolved: 1, users: USERS },
    }),
    ...Object.assign({}, ...routes),
  })
  return { ...page, writes, gold, go: () => waiting.shift()?.() }
}

const theSwitch = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Gold record' })
const canChange = () => waitFor(async () => expect((await theSwitch()).disabled).toBe(false))
const isListedAsGold = async (id: string) => {
  const list = await screen.findByRole('list', { name: 'Records that people answered differently' })
  const entry = within(list).getByRole('button', { name: new RegExp(id) })
  return within(entry).queryByText('Gold') !== null
}
const shows = (id: string) => screen.findByText(`Text of ${id}`, { selector: 'section *' })

describe('the key of gold records', () => {
  it('is about the record that a number key has just decided, and waits until its decision is stored', async () => {
    const { user, writes, go } = open({ hold: ['decide r1'] })
    expect((await theSwitch()).disabled).toBe(true)
    await screen.findAllByRole('button', { name: /^Take this answer/ })
    await user.keyboard('1g')
    await shows('r2')
    await screen.findByText('The record that you have just decided is gold.')
    expect(await isListedAsGold('r1')).toBe(true)
    expect(await isListedAsGold('r2')).toBe(false)
    expect(writes).toEqual(['decide r1'])
    go()
    await waitFor(() => expect(writes).toEqual(['decide r1', 'decide r1 done', 'gold r1', 'gold r1 done']))
    await user.click(
      within(screen.getByRole('region', { name: 'Notifications' })).getByRole('button', { name: 'Undo' }),
    )
    await waitFor(() => expect(writes.slice(4)).toEqual(['no gold r1', 'no gold r1 done']))
    expect(await isListedAsGold('r1')).toBe(false)
  })

  it.each<[when: string, act: (user: UserEvent) => Promise<void>]>([
    ['another record was chosen', (user) => user.keyboard('{ArrowLeft}{ArrowRight}')],
    ['something was changed', async (user) => user.click(await theSwitch())],
  ])('is about the shown record again once %s', async (_when, act) => {
    const { user, writes } = open()
    await screen.findAllByRole('button', { name: /^Take this answer/ })
    await user.keyboard('1')
    await shows('r2')
    await canChange()
    await act(user)
    await shows('r2')
    await canChange()
    await user.keyboard('g')
    await waitFor(() => expect(writes.at(-1)).toMatch(/gold r2 done$/))
    expect(writes.filter((one) => one.includes('gold r1'))).toEqual([])
  })

  it('sends one change after the other, and shows what is stored when one fails', async () => {
    const { user, writes, go } = open({ hold: ['gold r2', 'no gold r2'] })
    await user.click(await screen.findByRole('button', { name: /Text of r2/ }))
    await canChange()
    await user.keyboard('gg')
    expect(writes).toEqual(['gold r2'])
    go()
    await waitFor(() => expect(writes.at(-1)).toBe('no gold r2'))
    expect(writes).toEqual(['gold r2', 'gold r2 done', 'no gold r2'])
    go()
    await waitFor(() => expect(writes.at(-1)).toBe('no gold r2 done'))
    expect((await theSwitch()).checked).toBe(false)
  })

  it.each([
    [500, 'The record could not be changed. Try again.'],
    [422, /A dataset can have at most 1000 gold records/],
  ])('gives the reason of a failure, %s, and shows the record as it is stored', async (status, message) => {
    const refusal = new FakeReply(status, { detail: 'A dataset can have at most 1000 gold records' })
    const { user, writes, go } = open({ hold: ['gold r2'], refusal })
    await user.click(await screen.findByRole('button', { name: /Text of r2/ }))
    await canChange()
    await user.keyboard('ggg')
    expect((await theSwitch()).checked).toBe(true)
    go()
    expect(await screen.findByText(message)).toBeTruthy()
    expect((await theSwitch()).checked).toBe(false)
    expect(writes).toEqual(['gold r2', 'gold r2 done'])
  })
})

describe('the switch of gold records', () => {
  it.each([
    [{ gold_percent: 0, hand_out: 'until_completed' }, /No gold records are handed out yet/, true],
    [{ gold_percent: 0, hand_out: 'everyone' }, /handed out to everybody, like all others/, true],
    [{ gold_percent: 5, hand_out: 'everyone' }, /as often as the settings say/, false],
  ])('says what becomes of gold records with %j', async (queue, note, isLinked) => {
    const { user } = open({ queue })
    const description = async () => {
      const ids = (await theSwitch()).getAttribute('aria-describedby') ?? ''
      return document.getElementById(ids)?.textContent
    }
    await waitFor(async () => expect(await description()).toMatch(note))
    expect(await description()).toMatch(/^Decide a question first\./)
    const link = screen.queryByRole('link', { name: 'Set their share' })
    expect(link?.getAttribute('href')).toBe(isLinked ? '/dataset/d1/settings' : undefined)
    await user.click(await screen.findByRole('button', { name: /Text of r2/ }))
    await waitFor(async () => expect(await description()).not.toMatch(/Decide a question first/))
  })
})
