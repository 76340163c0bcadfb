import { cleanup, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FakeReply } from '../../api/testing/fake-server.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { openDisagreements, recordOf, TIMES } from './testing/open-disagreements.ts'

afterEach(() => {
  toasts.clear()
  localStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const options = ['bill', 'card', 'other'].map((value) => ({ value, text: value, description: null }))
const QUESTIONS = [
  { name: 'kind', title: 'Kind', settings: { type: 'label_selection', options, visible_options: null } },
  {
    ...{ name: 'names', title: 'Names' },
    settings: { type: 'span', field: 'text', options, visible_options: null, allow_overlapping: false },
  },
].map((one) => ({ id: `q-${one.name}`, description: null, required: true, ...one }))
const NOTE = {
  ...{ id: 'q-note', name: 'note', title: 'Note', description: null, required: true },
  settings: { type: 'text', use_markdown: false },
}
const USERS = ['ana', 'bob'].map((username) => ({ id: username, username }))
const span = (label: string, start: number, end: number) => ({ label, start, end })
const GIVEN = {
  ana: { kind: 'bill', note: 'Short', names: [span('card', 0, 3)] },
  bob: { kind: 'card', note: 'Long', names: [span('card', 0, 3), span('bill', 12, 16)] },
}
type Value = string | object[]

interface Server {
  /** It refuses the next decision. */
  refuses?: boolean
  /** It answers writes only once this is over. */
  hold?: Promise<void>
  questions?: { name: string }[]
  search?: string
  /** The decision about the label question of the records. */
  decidedKind?: string
}

function open(server: Server = {}) {
  const { questions = QUESTIONS, search = '' } = server
  const decided: [string, string, Value | undefined][] = []
  const asked = (url: URL) => questions.filter(({ name }) => name === (url.searchParams.get('question') ?? name))
  const records = ['r1', 'r2'].map((id) => ({
    [`GET /api/v1/records/${id}`]: () => recordOf(id, `Ann went to Rome (${id})`),
    [`GET /api/v1/records/${id}/responses`]: () => ({
      items: Object.entries(GIVEN).map(([user_id, values]) => ({
        ...{ id: user_id, record_id: id, user_id, status: 'submitted', ...TIMES },
        values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }])),
      })),
      users: USERS,
    }),
    [`GET /api/v1/records/${id}/resolutions`]: () => ({
      items: server.decidedKind
        ? [{ record_id: id, question_id: 'q-kind', value: server.decidedKind, user_id: null, ...TIMES }]
        : [],
    }),
    ...Object.fromEntries(
      questions.map(({ name }) => [
        `DELETE /api/v1/records/${id}/resolutions/q-${name}`,
        () => new FakeReply(204, void decided.push([id, `q-${name}`, undefined])),
      ]),
    ),
    [`PUT /api/v1/records/${id}/resolutions`]: async ({ body }: { body: string }) => {
      const { question_id, value }: { question_id: string; value: Value } = JSON.parse(body)
      const isRefused = server.refuses
      server.refuses = false
      await server.hold
      if (isRefused) {
        return new FakeReply(500, { detail: 'no' })
      }
      decided.push([id, question_id, value])
      return { record_id: id, question_id, value, user_id: null, ...TIMES }
    },
  }))
  const page = openDisagreements(
    questions,
    {
      'GET /api/v1/datasets/d1/disagreements': ({ url }) => ({
        items: ['r1', 'r2'].map((id) => ({
          ...{ record_id: id, external_id: null, text: id, is_gold: false },
          questions: asked(url).map(({ name }) => ({ name, agreement: 0, answers: 2, is_resolved: false })),
        })),
        ...{ open: 2, resolved: 0, users: USERS },
      }),
      ...Object.assign({}, ...records),
    },
    search,
  )
  return { ...page, decided }
}

const notifications = () => within(screen.getByRole('region', { name: /^Notifications/ }))
const undoButton = () => notifications().findByRole('button', { name: 'Undo' })
const question = async (name: string) => within(await screen.findByRole('region', { name: new RegExp(`^${name}`) }))
const marks = async () =>
  (await question('Names')).queryAllByRole('button', { name: /^Remove/ }).map((one) => one.getAttribute('aria-label'))

/** The keys of the own answers on this device. */
const keptKeys = () => Object.keys(localStorage).filter((key) => key.startsWith('postil.decision.'))

/** A promise to be ended by hand. */
function held() {
  let go = () => {}
  const hold = new Promise<void>((resolve) => {
    go = resolve
  })
  return { hold, go }
}

const untilAnswersListed = async (name = 'Kind') =>
  (await question(name)).findAllByRole('button', { name: /^Take this answer/ })

/** Begin an answer to the label question of the first record by its key. */
async function answerKind(user: UserEvent) {
  await untilAnswersListed()
  await user.keyboard('e')
  await (await question('Kind')).findByRole('radio', { name: /^other/ })
}

/** Begin the answer "other" to the label question of the first record, and leave. */
async function begin(server: Server = {}) {
  const { user } = open(server)
  const start = { name: server.decidedKind ? 'Change the decision' : 'Answer it yourself' }
  await user.click(await (await question('Kind')).findByRole('button', start))
  await user.click(await (await question('Kind')).findByRole('radio', { name: /^other/ }))
  cleanup()
  expect(keptKeys()).toHaveLength(1)
}

const expectOpen = async (option: RegExp) =>
  expect((await (await question('Kind')).findByRole('radio', { name: option })).matches(':checked')).toBe(true)

describe('undo of the last decision', () => {
  it('is about the decision that is still on its way', async () => {
    const { hold, go } = held()
    const server: Server = { questions: [...QUESTIONS, NOTE] }
    const { user, decided } = open(server)
    await untilAnswersListed()
    await user.keyboard('1')
    await waitFor(() => expect(decided).toHaveLength(1))
    server.hold = hold
    await user.keyboard('2')
    await (await question('Names')).findByText(/^Resolved/)
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(async () => expect((await question('Names')).queryByText(/^Resolved/)).toBeNull())
    go()
    await waitFor(() =>
      expect(decided.slice(1).map(([, name, value]) => [name, !!value])).toEqual([
        ['q-names', true],
        ['q-names', false],
      ]),
    )
    await (await question('Kind')).findByText('Resolved: bill')
    expect((await question('Names')).queryByText(/^Resolved/)).toBeNull()
  })
})

describe('an own answer in the disagreements', () => {
  it('is given with the keyboard alone, and moves on to the next record when nothing is open', async () => {
    const { user, decided } = open()
    await answerKind(user)
    // The keys belong to the answer, not to the list.
    await user.keyboard('{ArrowRight}g')
    await user.keyboard('3{Enter}')
    await waitFor(() => expect(decided).toEqual([['r1', 'q-kind', 'other']]))
    await (await question('Kind')).findByText('Resolved: other')

    await user.keyboard('e')
    await screen.findByRole('group', { name: /^Text to mark/ })
    // What both share is there from the start.
    await waitFor(async () => expect(await marks()).toEqual(['Remove card: Ann']))
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}3')
    await waitFor(async () => expect(await marks()).toHaveLength(2))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(decided[1]).toEqual(['r1', 'q-names', [span('card', 0, 3), span('other', 12, 16)]]))
    await screen.findByText('Ann went to Rome (r2)', { selector: 'section *' })
  })

  it('starts from a given one, is undone step by step, and stays while another record is shown', async () => {
    const { user, decided } = open()
    const names = await question('Names')
    await user.click(await names.findByRole('button', { name: /^Change.*bob$/ }))
    await waitFor(async () => expect(await marks()).toEqual(['Remove card: Ann', 'Remove bill: Rome']))
    await user.click(names.getByRole('button', { name: 'Remove card: Ann' }))
    expect(await marks()).toEqual(['Remove bill: Rome'])
    await user.keyboard('{Control>}z{/Control}')
    expect(await marks()).toEqual(['Remove card: Ann', 'Remove bill: Rome'])
    await user.click(names.getByRole('button', { name: 'Remove bill: Rome' }))

    await user.click(screen.getByRole('button', { name: 'Next record' }))
    await screen.findByText('Ann went to Rome (r2)', { selector: 'section *' })
    await user.click(screen.getByRole('button', { name: 'Previous record' }))
    await waitFor(async () => expect(await marks()).toEqual(['Remove card: Ann']))
    await user.click((await question('Names')).getByRole('button', { name: 'Save as decision' }))
    await waitFor(() => expect(decided).toEqual([['r1', 'q-names', [span('card', 0, 3)]]]))
    const again = await (await question('Names')).findByRole('button', { name: 'Change the decision' })
    expect(document.activeElement).toBe(again)
  })

  it('is opened again when it cannot be stored', async () => {
    const { user, decided } = open({ refuses: true })
    await answerKind(user)
    await user.keyboard('3{Enter}')
    await screen.findByText('The decision about “r1” could not be saved. Try again.')
    await expectOpen(/^other/)
    await user.click(screen.getByRole('button', { name: 'Save as decision' }))
    await waitFor(() => expect(decided).toEqual([['r1', 'q-kind', 'other']]))
  })

  it('to a text is saved with Ctrl Enter while typing', async () => {
    const { user, decided } = open({ questions: [NOTE] })
    await untilAnswersListed('Note')
    await user.keyboard('e')
    const text = await (await question('Note')).findByRole('textbox')
    await user.type(text, 'Both{Control>}{Enter}{/Control}')
    await waitFor(() => expect(decided).toEqual([['r1', 'q-note', 'Both']]))
  })

  it('stays on this device while doubts are shown and after a reload, until it is cancelled', async () => {
    const { user } = open()
    await answerKind(user)
    await user.keyboard('3')
    await user.click(screen.getByRole('radio', { name: 'Doubts' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: /^Kind/ })).toBeNull())
    await user.click(await screen.findByRole('radio', { name: 'Disagreements' }))
    await expectOpen(/^other/)
    cleanup()
    const { user: later } = open()
    await expectOpen(/^other/)
    await later.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(keptKeys()).toEqual([])
  })

  it('is there again after Undo of its cancellation, unless there is a newer one', async () => {
    const { user } = open()
    await untilAnswersListed()
    const option = async (name: RegExp) => (await question('Kind')).findByRole('radio', { name })
    await user.keyboard('e')
    await option(/^other/)
    await user.keyboard('3')
    await user.keyboard('{Escape}')
    await waitFor(async () => expect((await question('Kind')).queryByRole('radio', { name: /^other/ })).toBeNull())
    await user.click(await undoButton())
    expect((await option(/^other/)).matches(':checked')).toBe(true)
    expect(keptKeys()).toHaveLength(1)
    await waitFor(() => expect(notifications().queryByRole('button', { name: 'Undo' })).toBeNull())

    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await undoButton()
    await user.click((await question('Kind')).getByRole('button', { name: /^Change.*bob$/ }))
    await user.click(await undoButton())
    expect((await option(/^card/)).matches(':checked')).toBe(true)
  })

  it('that was abandoned 30 days ago is dropped in a later visit', async () => {
    await begin()
    const [key = ''] = keptKeys()
    localStorage.setItem(key, JSON.stringify({ at: Date.now() - 31 * 86_400_000, value: 'other', basis: null }))
    open()
    await untilAnswersListed()
    expect(screen.queryByRole('button', { name: 'Save as decision' })).toBeNull()
    expect(keptKeys()).toEqual([])
  })

  it('to a question that is decided already is opened in a later visit if the decision is still the same', async () => {
    await begin({ decidedKind: 'bill' })
    open({ decidedKind: 'bill' })
    await expectOpen(/^other/)
  })

  it('is opened in a later visit even if the clock of the device is slow', async () => {
    vi.useFakeTimers({ now: new Date('2026-10-01T10:00:00Z'), toFake: ['Date'] })
    // The decision is of 1 November.
    await begin({ decidedKind: 'bill' })
    open({ decidedKind: 'bill' })
    await expectOpen(/^other/)
  })

  it.each([
    ['was decided since', undefined, 'bill', 'Resolved: bill'],
    ['was decided otherwise since', 'card', 'bill', 'Resolved: bill'],
    ['is not decided any more', 'card', undefined, undefined],
  ])('to a question that %s is offered in a later visit, whatever the clock says', async (_, before, after, shown) => {
    vi.useFakeTimers({ now: new Date('2027-01-01T10:00:00Z'), toFake: ['Date'] })
    await begin({ decidedKind: before })
    const { user, decided } = open({ decidedKind: after })
    const kind = await question('Kind')
    await kind.findByText('other', { selector: 'q' })
    if (shown) kind.getByText(shown)
    // A new answer would replace it.
    expect(kind.queryByRole('button', { name: /^Change the decision|^Answer it yourself/ })).toBeNull()
    await user.click(kind.getByRole('button', { name: /^Change.*bob$/ }))
    expect(screen.queryByRole('button', { name: 'Save as decision' })).toBeNull()
    await user.click(kind.getByRole('button', { name: 'Continue your answer' }))
    await expectOpen(/^other/)
    await user.click(screen.getByRole('button', { name: 'Save as decision' }))
    await waitFor(() => expect(decided).toEqual([['r1', 'q-kind', 'other']]))
    expect(keptKeys()).toEqual([])
  })

  it('that is offered can be discarded', async () => {
    await begin()
    const { user } = open({ decidedKind: 'bill' })
    await user.click(await (await question('Kind')).findByRole('button', { name: 'Discard your answer' }))
    await (await question('Kind')).findByRole('button', { name: 'Change the decision' })
    expect(keptKeys()).toEqual([])
  })

  it('that equals the decision made since is neither offered nor kept', async () => {
    await begin()
    open({ decidedKind: 'other' })
    await (await question('Kind')).findByRole('button', { name: 'Change the decision' })
    expect(keptKeys()).toEqual([])
  })

  it.each([
    ['with its time', { at: Date.now() - 60_000, value: 'other' }],
    ['alone', 'other'],
  ])('that an earlier version has kept %s is opened, or offered if there is a decision', async (_, kept) => {
    await begin()
    const [key = ''] = keptKeys()
    localStorage.setItem(key, JSON.stringify(kept))
    open()
    await expectOpen(/^other/)
    cleanup()
    open({ decidedKind: 'bill' })
    await (await question('Kind')).findByRole('button', { name: 'Continue your answer' })
  })

  it.each([
    '{',
    'null',
    '"gone"',
    '[null]',
    `{"at":${Date.now()},"value":"gone"}`,
    `{"at":${Date.now()},"value":[null]}`,
  ])('is ignored when what the device kept is damaged: %s', async (text) => {
    const { user } = open()
    await answerKind(user)
    await user.keyboard('3')
    cleanup()
    const [key = ''] = keptKeys()
    expect(key).toMatch(/^postil\.decision\..+\.r1\.q-kind$/)
    localStorage.setItem(key, text)
    open()
    await untilAnswersListed()
    expect(screen.queryByRole('button', { name: 'Save as decision' })).toBeNull()
  })

  it('to a question that is not shown blocks nothing, and is not overwritten by another', async () => {
    const { user } = open()
    await answerKind(user)
    await user.keyboard('3')
    cleanup()
    const { user: filtered, decided } = open({ search: '?question=names' })
    await untilAnswersListed('Names')
    await filtered.keyboard('e')
    await waitFor(async () => expect(await marks()).toEqual(['Remove card: Ann']))
    await filtered.click(screen.getByRole('button', { name: 'Save as decision' }))
    await waitFor(() => expect(decided).toHaveLength(1))
    cleanup()
    open()
    await expectOpen(/^other/)
  })

  it('that is refused comes back when its record is shown again, unless there is a newer one', async () => {
    const { hold, go } = held()
    const { user } = open({ refuses: true, hold, questions: QUESTIONS.slice(0, 1) })
    await answerKind(user)
    await user.keyboard('3{Enter}')
    await screen.findByText('Ann went to Rome (r2)', { selector: 'section *' })
    await user.click(screen.getByRole('button', { name: 'Previous record' }))
    await screen.findByText('Ann went to Rome (r1)', { selector: 'section *' })
    go()
    await screen.findByText('The decision about “r1” could not be saved. Try again.')
    await expectOpen(/^other/)
  })

  it('that is newer than a refused one stays', async () => {
    const { hold, go } = held()
    const { user } = open({ refuses: true, hold })
    await answerKind(user)
    await user.keyboard('3{Enter}')
    await user.click((await question('Kind')).getByRole('button', { name: /^Change.*bob$/ }))
    go()
    await screen.findByText('The decision about “r1” could not be saved. Try again.')
    await expectOpen(/^card/)
  })

  it('stays open when another answer is taken but cannot be stored', async () => {
    const { user } = open({ refuses: true })
    await answerKind(user)
    await user.keyboard('3')
    const take = () => screen.getAllByRole('button', { name: /^Take this answer: bob/ })[0] as HTMLElement
    await user.click(take())
    await screen.findByText('The decision about “r1” could not be saved. Try again.')
    await expectOpen(/^other/)
    await user.click(take())
    await (await question('Kind')).findByText('Resolved: card')
    await waitFor(async () => expect((await question('Kind')).queryByRole('radio', { name: /^other/ })).toBeNull())
  })
})
