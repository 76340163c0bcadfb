import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PART_KEYS } from '../../keyboard/part-keys.ts'
import { deviceStore } from '../../local/open-outbox.ts'
import { fakeFeedback, settings } from '../feedback/testing/fake-feedback.ts'
import { press } from '../feedback/testing/press.ts'
import {
  chosen,
  focused,
  freezeClock,
  openAnnotation,
  question,
  show,
  shownText,
  tabTexts,
} from './testing/open-annotation.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const three = [{ id: 'r1' }, { id: 'r2' }, { id: 'r3' }]
const intent = { name: 'intent', required: true, settings: settings.label('refund', 'card', 'other') }
const note = { name: 'note', settings: settings.text() }

describe('a dataset that is not published', () => {
  it.each([
    ['admin', 'Publish it in its settings', '/settings?tab=fields'],
    ['annotator', 'Go to the datasets', '/datasets'],
  ] as const)('offers its %s the next step', async (role, name, path) => {
    await openAnnotation({ questions: [intent], records: [], status: 'draft', role })
    const notice = within(screen.getByRole('region', { name: 'Record' }))
    await notice.findByText('Not published yet')
    expect(notice.getByRole('link', { name }).getAttribute('href')).toContain(path)
  })
})

it('shows a short external id in one piece, and of a long one always the end', async () => {
  const { user } = await openAnnotation({ questions: [intent], records: [{ id: 'r123' }, { id: 'record-2026' }] })
  screen.getByText('ext-r123')
  await user.keyboard('{ArrowRight}')
  await screen.findByText('d-2026')
})

describe('answering', () => {
  it('submits with Enter and shows the next record, its first question in focus [T13]', async () => {
    const { server, user } = await openAnnotation({ questions: [intent, note], records: three })
    expect(shownText()).toContain('Text of r1')
    await user.keyboard('2')
    expect(chosen('intent')).toEqual(['card'])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(shownText()).toContain('Text of r2'))
    expect(focused()).toBe('intent refund')
    await waitFor(() =>
      expect(server.responseOf('r1')).toMatchObject({ status: 'submitted', values: { intent: { value: 'card' } } }),
    )
    expect(tabTexts()).toEqual(['Pending2', 'Draft0', 'Submitted1', 'Discarded0'])
  })

  it('goes to the record and back to the questions with the keys that the sheet lists', async () => {
    const { user } = await openAnnotation({ questions: [intent, note], records: three })
    const [into, out] = PART_KEYS.questions?.rows ?? []
    for (const key of into?.keys ?? []) {
      await user.keyboard(`{${out?.keys[0]}}`)
      expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Fields of the record' }))
      await user.keyboard(`{${key}}`)
      expect(focused()).toBe('intent refund')
    }
  })

  it('creates a response when there is none, else updates it, and deletes only one that exists [T15]', async () => {
    const { server, user } = await openAnnotation({ questions: [intent, note], records: three })
    await user.keyboard('1{Control>}s{/Control}')
    await waitFor(() => expect(server.responseOf('r1')?.status).toBe('draft'))
    expect(shownText()).toContain('Text of r1')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(server.responseOf('r1')?.status).toBe('submitted'))
    await waitFor(() => expect(shownText()).toContain('Text of r2'))
    await user.keyboard('1')
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(chosen('intent')).toEqual([])
    await user.keyboard('{ArrowLeft}')
    await waitFor(() => expect(shownText()).toContain('Text of r1'))
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    await waitFor(() => expect(server.responseOf('r1')).toBeUndefined())
    expect(server.calls.map(({ method, path }) => `${method} ${path}`)).toEqual(
      [
        'POST /api/v1/records/r1/responses',
        'PUT /api/v1/responses/response-r1',
        'PUT /api/v1/responses/response-r1',
        'DELETE /api/v1/responses/response-r1',
      ].filter((line, index, all) => index === 0 || line !== all[index - 1]),
    )
    expect(screen.getByRole('region', { name: 'Record' }).textContent).toContain('Pending')
  })

  it('discards with Backspace, and takes it back with Ctrl+Z [T13]', async () => {
    const { server, user } = await openAnnotation({ questions: [intent, note], records: three })
    await user.keyboard('3{Shift>}{Backspace}{/Shift}')
    expect(server.calls).toEqual([])
    expect(shownText()).toContain('Text of r1')
    await user.keyboard('{Backspace}')
    await waitFor(() => expect(shownText()).toContain('Text of r2'))
    await waitFor(() =>
      expect(server.responseOf('r1')).toMatchObject({ status: 'discarded', values: { intent: { value: 'other' } } }),
    )
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(shownText()).toContain('Text of r1'))
    await waitFor(() => expect(server.responseOf('r1')).toBeUndefined())
    expect(chosen('intent')).toEqual(['other'])
    expect(tabTexts()).toEqual(['Pending3', 'Draft0', 'Submitted0', 'Discarded0'])
  })

  it('keeps Backspace and Enter for the text while one is written, and sends with Ctrl+Enter', async () => {
    const { server, user } = await openAnnotation({ questions: [intent, note], records: three })
    await user.keyboard('1')
    await user.click(screen.getByRole('textbox', { name: 'note' }))
    await user.keyboard('abd{Backspace}{Shift>}{Backspace}{/Shift}{Enter}c')
    expect(screen.getByDisplayValue('a\nc', { normalizer: (text) => text })).toBe(document.activeElement)
    expect(server.calls).toEqual([])
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() =>
      expect(server.responseOf('r1')?.values).toEqual({ intent: { value: 'refund' }, note: { value: 'a\nc' } }),
    )
  })

  it.each([
    ['Enter', (user: UserEvent) => user.keyboard('{Enter}')],
    ['a press on Submit', (user: UserEvent) => user.click(screen.getByRole('button', { name: /^Submit/ }))],
  ])('shows what is missing instead of submitting, at %s', async (_, tryToSubmit) => {
    const { server, user } = await openAnnotation({ questions: [note, intent], records: three })
    const submit = screen.getByRole('button', { name: /^Submit/ })
    expect(submit.getAttribute('aria-disabled')).toBe('true')
    expect(submit.title).toBe('Answer every required question first.')
    await tryToSubmit(user)
    expect(focused()).toBe('intent refund')
    expect(question('intent').getByRole('alert').textContent).toBe('Answer every required question first.')
    expect(shownText()).toContain('Text of r1')
    expect(server.calls).toEqual([])
    await user.keyboard('1')
    expect(question('intent').queryByRole('alert')).toBeNull()
  })

  it('says no more that an answer is missing once Ctrl+Z has brought it back', async () => {
    const { user } = await openAnnotation({ questions: [intent, note], records: three })
    const refund = question('intent').getByRole('radio', { name: /refund/ })
    await user.click(refund)
    await user.click(refund)
    await user.keyboard('{Enter}')
    expect(question('intent').getByRole('alert').textContent).toBe('Answer every required question first.')
    await user.keyboard('{Control>}z{/Control}')
    expect(chosen('intent')).toEqual(['refund'])
    expect(question('intent').queryByRole('alert')).toBeNull()
  })

  it('says that a ranking was begun and not finished', async () => {
    const order = { name: 'order', settings: settings.ranking('x', 'y') }
    const { server, user } = await openAnnotation({ questions: [intent, order], records: three })
    question('intent')
      .getByRole('radio', { name: /refund/ })
      .focus()
    await user.keyboard('1')
    question('order').getByRole('group', { name: /^x/ }).focus()
    await user.keyboard('1{Enter}')
    expect(question('order').getByRole('alert').textContent).toBe('Rank all the options, or none.')
    expect(question('intent').queryByRole('alert')).toBeNull()
    expect(server.calls).toEqual([])
  })

  it('takes a record as complete when each answer is, and sends nothing that is none [V3, V4, V5]', async () => {
    const questions = [
      { name: 'note', required: true, settings: settings.text() },
      { name: 'intent', required: true, settings: settings.label('refund', 'card') },
      { name: 'tags', required: true, settings: settings.labels('urgent', 'angry') },
      { name: 'stars', required: true, settings: settings.rating(0, 1) },
      { name: 'order', settings: settings.ranking('x', 'y') },
      { name: 'extra', settings: settings.text() },
    ]
    const { server, user } = await openAnnotation({ questions, records: three })
    const submit = screen.getByRole('button', { name: /^Submit/ })
    const reason = () => (submit.getAttribute('aria-disabled') === 'true' ? submit.title : undefined)
    const missing = 'Answer every required question first.'
    const type = async (keys: string) => {
      await user.click(question('note').getByRole('textbox'))
      await user.keyboard(keys)
    }
    for (const answer of [
      () => type('a'),
      () => user.click(question('intent').getByRole('radio', { name: /refund/ })),
      () => user.click(question('tags').getByRole('checkbox', { name: /urgent/ })),
      () => user.click(question('stars').getByRole('radio', { name: /^0/ })),
    ]) {
      expect(reason()).toBe(missing)
      await answer()
    }
    expect(reason()).toBeUndefined()
    await type('{Backspace}')
    expect(reason()).toBe(missing)
    await type('b')
    expect(reason()).toBeUndefined()
    // An optional ranking is whole or empty in what is submitted; a draft may have a part of it.
    const rank = async (option: RegExp, keys: string) => {
      question('order').getByRole('group', { name: option }).focus()
      await user.keyboard(keys)
    }
    await rank(/^x/, '1')
    expect(reason()).toBe('Rank all the options, or none.')
    await user.keyboard('{Control>}s{/Control}')
    const values = {
      note: { value: 'b' },
      intent: { value: 'refund' },
      tags: { value: ['urgent'] },
      stars: { value: 0 },
    }
    const begun = { ...values, order: { value: [{ value: 'x', rank: 1 }] } }
    await waitFor(() => expect(server.responseOf('r1')).toMatchObject({ status: 'draft' }))
    expect(server.responseOf('r1')?.values).toEqual(begun)
    await rank(/^y/, '2')
    expect(reason()).toBeUndefined()
    await user.click(submit)
    await waitFor(() => expect(server.responseOf('r1')).toMatchObject({ status: 'submitted' }))
    const whole = ['x', 'y'].map((value, at) => ({ value, rank: at + 1 }))
    expect(server.responseOf('r1')?.values).toEqual({ ...values, order: { value: whole } })
  })

  it('submits an answered record again only when something has changed', async () => {
    const answered = { status: 'submitted', values: { intent: { value: 'card' } } }
    const records = [{ id: 'r1', response: answered }]
    const { server, user } = await openAnnotation({ questions: [intent, note], records }, '?status=submitted')
    expect(screen.getByRole('button', { name: /^Submit/ }).title).toMatch(/Nothing has changed/)
    await user.keyboard('1{Enter}')
    await waitFor(() => expect(server.responseOf('r1')?.values).toEqual({ intent: { value: 'refund' } }))
  })

  it('has nothing left to submit or to undo in the form of a record that was just answered and stays on the screen [T13]', async () => {
    const { server, user } = await openAnnotation({ questions: [intent, note], records: three }, '?record=r2')
    const submit = () => screen.getByRole('button', { name: /^Submit/ })
    await user.keyboard('1{Enter}')
    await waitFor(() => expect(server.responseOf('r2')?.status).toBe('submitted'))
    await waitFor(() => expect(submit().title).toMatch(/Nothing has changed/))
    await user.click(question('intent').getByRole('radio', { name: /card/ }))
    await waitFor(() => expect(submit().title).toBe(''))
    await user.click(submit())
    await waitFor(() => expect(server.responseOf('r2')?.values).toEqual({ intent: { value: 'card' } }))
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(server.responseOf('r2')?.values).toEqual({ intent: { value: 'refund' } }))
    expect(chosen('intent')).toEqual(['card'])
  })

  it('submits at once where a key chooses all there is to say, unless that is switched off', async () => {
    const { server, user } = await openAnnotation({ questions: [intent], records: three })
    await user.keyboard('2')
    await waitFor(() => expect(server.responseOf('r1')?.status).toBe('submitted'))
    await waitFor(() => expect(shownText()).toContain('Text of r2'))
    await user.click(await screen.findByRole('switch', { name: /Submit when an option is chosen/ }))
    question('intent')
      .getByRole('radio', { name: /refund/ })
      .focus()
    await user.keyboard('2')
    expect(chosen('intent')).toEqual(['card'])
    expect(shownText()).toContain('Text of r2')
    await user.click(screen.getByRole('switch', { name: /Submit when an option is chosen/ }))
  })

  it('takes Enter right after a digit as the end of the number, and does not submit the next record, which nobody has read', async () => {
    const suggestions = [{ question: 'intent', value: 'card' }]
    const records = three.map((record) => ({ ...record, suggestions }))
    const { server, user } = await openAnnotation({ questions: [intent], records })
    freezeClock()
    await user.keyboard('1')
    await waitFor(() => expect(shownText()).toContain('Text of r2'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(server.responseOf('r1')?.values).toEqual({ intent: { value: 'refund' } }))
    expect(shownText()).toContain('Text of r2')
    expect(server.responseOf('r2')).toBeUndefined()
  })

  it('submits a suggestion that was looked for', async () => {
    const labels = settings.label('refund', 'card', 'other', 'fee', 'rate')
    const records = three.map((record) => ({ ...record, suggestions: [{ question: 'intent', value: 'card' }] }))
    const { server, user } = await openAnnotation({ questions: [{ ...intent, settings: labels }], records })
    await user.keyboard('ca{Enter}')
    await waitFor(() => expect(server.responseOf('r1')?.values).toEqual({ intent: { value: 'card' } }))
    await waitFor(() => expect(shownText()).toContain('Text of r2'))
    expect(server.responseOf('r2')).toBeUndefined()
  })

  it('lists the last five answers, each with a way back to its record and an undo that stays here', async () => {
    const records = Array.from({ length: 7 }, (_, at) => ({ id: `r${at + 1}` }))
    const { server, user } = await openAnnotation({ questions: [intent], records })
    for (let at = 1; at <= 6; at += 1) {
      press(at % 2 === 0 ? '1' : '2')
      await waitFor(() => expect(shownText()).toContain(`Text of r${at + 1}`))
    }
    const list = () => within(screen.getByRole('list', { name: 'Your last answers' }))
    expect(
      list()
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['refund', 'card', 'refund', 'card', 'refund'].map((label) => `${label}undo`))
    screen.getByText('6 this visit')
    await waitFor(() => expect(server.responseOf('r6')?.status).toBe('submitted'))
    await user.click(list().getAllByRole('button', { name: /^Undo/ })[1] ?? document.body)
    await waitFor(() => expect(server.responseOf('r5')).toBeUndefined())
    expect(shownText()).toContain('Text of r7')
    expect(document.activeElement?.closest('[data-question]')).not.toBeNull()
    await user.click(list().getAllByRole('button', { name: /^(refund|card)/ })[0] ?? document.body)
    await waitFor(() => expect(shownText()).toContain('Text of r6'))
  })

  it('takes the next Enter for the next record, once one has ended a number', async () => {
    const many = settings.label(...Array.from({ length: 20 }, (_, at) => `label-${at + 1}`))
    const records = three.map((record) => ({ ...record, suggestions: [{ question: 'intent', value: 'label-9' }] }))
    const { server } = await openAnnotation({ questions: [{ ...intent, settings: many }], records })
    freezeClock()
    // Key 1 belongs to the suggested option.
    press('2', 'Enter')
    await waitFor(() => expect(shownText()).toContain('Text of r2'))
    press('Enter')
    await waitFor(() => expect(shownText()).toContain('Text of r3'))
    await waitFor(() => expect(server.responseOf('r2')?.values).toEqual({ intent: { value: 'label-9' } }))
    expect(server.responseOf('r1')?.values).toEqual({ intent: { value: 'label-1' } })
  })

  it('submits the digit that Enter ends, although it could have gone on', async () => {
    const many = settings.rating(...Array.from({ length: 20 }, (_, at) => at + 1))
    const suggestions = [{ question: 'intent', value: 9 }]
    const questions = [{ ...intent, settings: many }]
    const { server } = await openAnnotation({ questions, records: [{ id: 'r1', suggestions }, { id: 'r2' }] })
    press('1', 'Enter')
    await waitFor(() => expect(server.responseOf('r1')?.values).toEqual({ intent: { value: 1 } }))
    expect(server.responseOf('r2')).toBeUndefined()
  })

  it('takes two digits for one number, and submits it once', async () => {
    const many = settings.rating(...Array.from({ length: 20 }, (_, at) => at + 1))
    const { server } = await openAnnotation({ questions: [{ ...intent, settings: many }], records: three })
    press('1', '4')
    await waitFor(() => expect(server.responseOf('r1')?.values).toEqual({ intent: { value: 14 } }))
    expect(server.calls).toHaveLength(1)
  })
})

describe('what a record begins with', () => {
  const suggestions = [
    { question: 'intent', value: 'card', agent: 'bert', score: 0.9 },
    { question: 'note', value: 'proposed' },
  ]
  const draft = { status: 'draft', values: { intent: { value: 'other' } } }

  it.each([
    { status: 'pending', response: undefined, intent: 'card', note: 'proposed' },
    { status: 'draft', response: draft, intent: 'other', note: 'proposed' },
    { status: 'submitted', response: { ...draft, status: 'submitted' }, intent: 'other', note: 'Write your answer' },
    { status: 'discarded', response: { ...draft, status: 'discarded' }, intent: 'other', note: 'Write your answer' },
  ])('$status: own work first, suggestions only before submitting [T14] [T12]', async (row) => {
    const records = [{ id: 'r1', suggestions, ...(row.response ? { response: row.response } : {}) }]
    await openAnnotation({ questions: [intent, note], records }, `?status=${row.status}`)
    expect(chosen('intent')).toEqual([row.intent])
    expect(screen.getByRole('textbox', { name: 'note' }).textContent).toBe(row.note)
    const status = row.status[0]?.toUpperCase() + row.status.slice(1)
    expect(screen.getByRole('region', { name: 'Record' }).textContent).toContain(status)
  })

  it('says who suggests an option and how sure they are', async () => {
    await openAnnotation({ questions: [intent, note], records: [{ id: 'r1', suggestions }] })
    question('intent').getByRole('radio', { name: /^card\W+Suggested by bert, score 0\.9/ })
    question('intent').getByRole('radio', { name: 'refund' })
  })

  it('marks required and optional questions [V18]', async () => {
    await openAnnotation({ questions: [intent, note], records: three })
    expect(screen.getByRole('heading', { name: /intent/ }).querySelector('[title="Required response"]')).not.toBeNull()
    expect(screen.getByRole('heading', { name: /note/ }).textContent).toBe('note (optional)')
  })

  it('keeps what was not sent, from record to record and over a reload', async () => {
    const { server, user } = await openAnnotation({ questions: [intent, note], records: three })
    await user.keyboard('3')
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(shownText()).toContain('Text of r2'))
    await user.keyboard('{ArrowLeft}')
    await waitFor(() => expect(chosen('intent')).toEqual(['other']))
    screen.getByText('Kept on this device, not submitted')
    await show(server)
    expect(chosen('intent')).toEqual(['other'])
    expect(server.calls).toEqual([])
  })

  it('says that edits of an earlier visit are back, and drops them on demand', async () => {
    const server = fakeFeedback({ questions: [intent, note], records: three })
    const store = await deviceStore()
    const ids = { userId: server.user.id, datasetId: server.id, recordId: 'r1' }
    await store.putEdit({ ...ids, answers: { intent: 'card', note: 'half a sen' }, at: Date.now() - 3_600_000 })
    const { user } = await show(server)
    expect(chosen('intent')).toEqual(['card'])
    await screen.findByText(/Your unsent changes are back \(1 hour ago\)/)
    await user.click(screen.getByRole('button', { name: 'Drop them' }))
    expect(chosen('intent')).toEqual([])
    await waitFor(async () => expect(await store.loadEdits(ids.userId, ids.datasetId)).toEqual([]))
  })
})

describe('a queue', () => {
  it('without records shows no form and leads to another one', async () => {
    const { user } = await openAnnotation({ questions: [intent], records: three }, '?status=draft')
    await screen.findByText('You have no drafts.')
    expect(screen.queryByRole('button', { name: /^Submit/ })).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Pending (3)' }))
    await waitFor(() => expect(shownText()).toContain('Text of r1'))
  })

  it('counts an answer once where several places show the counts, as at the end of the queue', async () => {
    const { server, user } = await openAnnotation({ questions: [intent, note], records: [{ id: 'r1' }] })
    await user.click(screen.getByRole('button', { name: 'Progress' }))
    const seen = new Set<string>()
    const watch = new MutationObserver(() => {
      const tab = screen.queryByRole('tab', { name: /^Submitted/ })
      if (tab) seen.add(tab.textContent)
    })
    watch.observe(document.body, { subtree: true, childList: true, characterData: true })
    let asked = 0
    const before = globalThis.fetch
    vi.stubGlobal('fetch', (input: Request | string, init?: RequestInit) => {
      if (String(input instanceof Request ? input.url : input).endsWith('/metrics')) asked += 1
      return before(input, init)
    })
    await user.click(question('intent').getByRole('radio', { name: 'card' }))
    await user.keyboard('{Enter}')
    await screen.findByRole('button', { name: 'Submitted (1)' })
    await waitFor(() => expect(server.responseOf('r1')?.status).toBe('submitted'))
    // The counts are fetched again some time after the delivery is counted.
    asked = 0
    await waitFor(() => expect(asked).toBeGreaterThan(0), { timeout: 5000 })
    watch.disconnect()
    expect([...seen].filter((text) => text !== 'Submitted0')).toEqual(['Submitted1'])
  })

  it('shows the end after the last record, and no record twice', async () => {
    const { user } = await openAnnotation({ questions: [intent, note], records: three })
    for (const text of ['Text of r1', 'Text of r2', 'Text of r3']) {
      await waitFor(() => expect(shownText()).toContain(text))
      await user.keyboard('1{Enter}')
    }
    await screen.findByText('You reached the end of “Pending”')
    screen.getByText('Well done: nothing is left in this queue.')
    await waitFor(() => expect(tabTexts()).toEqual(['Pending0', 'Draft0', 'Submitted3', 'Discarded0']))
  })

  it('skips no record over many batches', async () => {
    const records = Array.from({ length: 17 }, (_, index) => ({ id: `r${index + 1}` }))
    const { server, user } = await openAnnotation({ questions: [intent, note], records })
    for (const { id } of records) {
      await waitFor(() => expect(shownText()).toContain(`Text of ${id}`))
      await user.keyboard('{Backspace}')
    }
    await screen.findByText('You reached the end of “Pending”')
    await waitFor(() => expect(records.filter(({ id }) => !server.responseOf(id))).toEqual([]))
  })

  it('opens the record a link names, whatever its status, and leads back', async () => {
    const response = { status: 'submitted', values: { intent: { value: 'card' } } }
    const records = [...three, { id: 'r9', response }]
    const { user } = await openAnnotation({ questions: [intent, note], records }, '?record=r9')
    expect(shownText()).toContain('Text of r9')
    await user.click(screen.getByRole('button', { name: 'Back to the queue' }))
    await waitFor(() => expect(shownText()).toContain('Text of r1'))
  })

  it.each([404, 403, 422])(
    'says that the record of a link is not in the dataset, when the server replies %d',
    async (status) => {
      const server = fakeFeedback({ questions: [intent, note], records: three })
      const before = fetch
      vi.stubGlobal('fetch', async (input: Request | URL | string, init?: RequestInit) => {
        const url = input instanceof Request ? input.url : String(input)
        if (!url.includes('/records/gone')) return before(input, init)
        return new Response(JSON.stringify({ detail: 'no' }), {
          status,
          headers: { 'content-type': 'application/json' },
        })
      })
      const { user } = await show(server, '?record=gone')
      await screen.findByText('This record cannot be shown')
      await user.click(screen.getByRole('button', { name: 'Back to the queue' }))
      await waitFor(() => expect(shownText()).toContain('Text of r1'))
    },
  )

  it('says of a record opened by a link that others have completed it, unless the user has answered it', async () => {
    const response = { status: 'submitted', values: { intent: { value: 'card' } } }
    const records = [...three, { id: 'r8', isCompleted: true }, { id: 'r9', isCompleted: true, response }]
    const { server } = await openAnnotation({ questions: [intent, note], records }, '?record=r8')
    await screen.findByText('Others have given all the answers this record needs. Yours would be one more.')
    await show(server, '?record=r9')
    await waitFor(() => expect(shownText()).toContain('Text of r9'))
    expect(screen.queryByText(/^Others have given all the answers/)).toBeNull()
  })

  it('does not show the record of another dataset', async () => {
    const server = fakeFeedback({ questions: [intent, note], records: three })
    const before = fetch
    vi.stubGlobal('fetch', async (input: Request | URL | string, init?: RequestInit) => {
      const reply = await before(input, init)
      const url = input instanceof Request ? input.url : String(input)
      if (!/records\/r2($|\?)/.test(url)) return reply
      return new Response(JSON.stringify({ ...(await reply.json()), dataset_id: 'another' }), reply)
    })
    await show(server, '?record=r2')
    await screen.findByText('This record cannot be shown')
    expect(shownText()).toBe('')
  })

  it('begins at the page of the address, and pages with the arrow keys [K11]', async () => {
    const { user, here } = await openAnnotation({ questions: [intent, note], records: three }, '?page=2')
    expect(shownText()).toContain('Text of r2')
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(shownText()).toContain('Text of r3'))
    await waitFor(() => expect(here()).toContain('page=3'))
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    await waitFor(() => expect(shownText()).toContain('Text of r1'))
  })
})

describe('a server that does not answer', () => {
  it('holds nobody up: answers wait on the device and go later, once each', async () => {
    const { server, user } = await openAnnotation({ questions: [intent, note], records: three })
    server.state.isDown = true
    await user.keyboard('1{Enter}')
    await waitFor(() => expect(shownText()).toContain('Text of r2'))
    await user.keyboard('2{Enter}')
    await waitFor(() => expect(shownText()).toContain('Text of r3'))
    const waiting = await screen.findByRole('button', { name: /2 waiting to send/ })
    expect(tabTexts()).toEqual(['Pending1', 'Draft0', 'Submitted2', 'Discarded0'])
    await user.click(waiting)
    const sendNow = await screen.findByRole('button', { name: 'Send now' })
    // Not earlier: the outbox also retries by itself, and would leave nothing for the button to send.
    server.state.isDown = false
    await user.click(sendNow)
    await waitFor(() => expect(server.responseOf('r2')?.values).toEqual({ intent: { value: 'card' } }))
    await waitFor(() => expect(server.responseOf('r1')?.values).toEqual({ intent: { value: 'refund' } }))
    expect(server.calls.map(({ path }) => path).sort()).toEqual([
      '/api/v1/records/r1/responses',
      '/api/v1/records/r2/responses',
    ])
  })

  it('keeps a refused answer, with the reason, until it is mended or dropped', async () => {
    const { server, user } = await openAnnotation({ questions: [intent, note], records: three })
    server.state.refuseWith = { status: 422, detail: 'the label is not there any more' }
    await user.keyboard('2{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Show the record' }))
    await waitFor(() => expect(shownText()).toContain('Text of r1'))
    await waitFor(() => expect(focused()).toBe('intent card'))
    await screen.findByText(/did not accept this answer.*the label is not there/)
    expect(chosen('intent')).toEqual(['card'])
    server.state.refuseWith = undefined
    await user.keyboard('{Enter}')
    await waitFor(() => expect(server.responseOf('r1')?.status).toBe('submitted'))
  })

  it('says in plain words that the record of an answer was deleted', async () => {
    const { server, user } = await openAnnotation({ questions: [intent, note], records: three })
    server.state.refuseWith = { status: 404, detail: 'Record with id `r1` not found' }
    await user.keyboard('2{Enter}')
    await screen.findByText('An answer was not accepted: The record was deleted, or is assigned to others.')
    // The record has left the queue: there is nothing to go back to.
    await waitFor(() => expect(shownText()).toContain('Text of r2'))
    expect(screen.queryByRole('button', { name: 'Previous record' })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: 'Drop the answer' }))
    await screen.findByRole('button', { name: /All saved/ })
  })

  it('says nothing more about a refused answer that was dropped', async () => {
    const { server, user } = await openAnnotation({ questions: [intent, note], records: three })
    server.state.refuseWith = { status: 422, detail: 'the label is not there any more' }
    await user.keyboard('2{Enter}')
    await screen.findByText(/^An answer was not accepted/)
    // Not by the button of the message, which closes it.
    await user.click(screen.getByRole('button', { name: 'Previous record' }))
    await user.click(await screen.findByRole('button', { name: 'Drop the answer' }))
    await waitFor(() => expect(screen.queryByText(/^An answer was not accepted/)).toBeNull())
  })

  it('counts no answer of this visit that was not taken', async () => {
    const { server, user } = await openAnnotation({ questions: [intent, note], records: three })
    await user.click(screen.getByRole('button', { name: 'Progress' }))
    const count = () => screen.getByText('This visit').nextElementSibling?.textContent
    await user.click(question('intent').getByRole('radio', { name: 'card' }))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(server.responseOf('r1')?.status).toBe('submitted'))
    await waitFor(() => expect(count()).toMatch(/^1 /))
    await waitFor(() => expect(shownText()).toContain('Text of r2'))
    server.state.refuseWith = { status: 422, detail: 'the label is not there any more' }
    await user.keyboard('2{Enter}')
    const toRecord = await screen.findByRole('button', { name: 'Show the record' })
    await waitFor(() => expect(count()).toMatch(/^1 /))
    await user.click(toRecord)
    await waitFor(() => expect(shownText()).toContain('Text of r2'))
    server.state.refuseWith = undefined
    await user.keyboard('{Enter}')
    await waitFor(() => expect(server.responseOf('r2')?.status).toBe('submitted'))
    await waitFor(() => expect(count()).toMatch(/^2 /))
  })
})

describe('a record that was answered elsewhere meanwhile', () => {
  const theirs = { status: 'submitted', values: { intent: { value: 'other' } } }
  const notice = () => screen.findByRole('region', { name: 'Answered elsewhere' })

  it('keeps that answer, and shows both to choose between', async () => {
    const { server, user } = await openAnnotation({ questions: [intent, note], records: three })
    server.answerElsewhere('r1', theirs)
    await user.keyboard('1{Enter}')
    await waitFor(() => expect(shownText()).toContain('Text of r2'))
    await user.click(await screen.findByRole('button', { name: 'Show the record' }))
    await waitFor(() => expect(shownText()).toContain('Text of r1'))
    expect((await notice()).textContent).toMatch(/answered this record elsewhere.*The otherSubmitted,.*intentother/)
    expect(chosen('intent')).toEqual(['refund'])
    expect(server.responseOf('r1')).toMatchObject(theirs)
    screen.getByRole('button', { name: /1 answered elsewhere/ })
    await waitFor(() => expect(screen.queryByText('Submitted.')).toBeNull())
  })

  it('sends nothing more of it until the choice is made: mine takes its place, and can be taken back', async () => {
    const { server, user } = await openAnnotation({ questions: [intent, note], records: three })
    server.answerElsewhere('r1', theirs)
    await user.keyboard('1{Control>}s{/Control}')
    const choice = await notice()
    const calls = server.calls.length
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(choice)
    expect(screen.getByRole('button', { name: /^Save as draft/ }).getAttribute('aria-disabled')).toBe('true')
    expect(server.calls).toHaveLength(calls)

    await user.click(screen.getByRole('button', { name: 'Keep mine' }))
    await waitFor(() =>
      expect(server.responseOf('r1')).toMatchObject({ status: 'draft', values: { intent: { value: 'refund' } } }),
    )
    await screen.findByRole('button', { name: /All saved/ })
    expect(screen.queryByRole('region', { name: 'Answered elsewhere' })).toBeNull()
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(server.responseOf('r1')).toMatchObject(theirs))
  })

  it('shows the other answer when that is taken', async () => {
    const { server, user } = await openAnnotation({ questions: [intent, note], records: three })
    server.answerElsewhere('r1', theirs)
    await user.keyboard('1{Control>}s{/Control}')
    await notice()
    await user.click(screen.getByRole('button', { name: 'Take the other' }))
    await waitFor(() => expect(chosen('intent')).toEqual(['other']))
    screen.getByRole('button', { name: /All saved/ })
    expect(server.responseOf('r1')).toMatchObject(theirs)
    await show(server, '?record=r1')
    expect(chosen('intent')).toEqual(['other'])
    expect(screen.queryByRole('region', { name: 'Answered elsewhere' })).toBeNull()
  })

  it('is noticed also where a submitted answer was changed, and where edits of an earlier visit are sent', async () => {
    const mine = { status: 'submitted', values: { intent: { value: 'card' } } }
    const { server, user } = await openAnnotation(
      { questions: [intent, note], records: [{ id: 'r1', response: mine }] },
      '?record=r1',
    )
    await user.keyboard('1')
    await screen.findByText('Kept on this device, not submitted')
    server.answerElsewhere('r1', theirs)
    const again = await show(server, '?record=r1')
    expect(chosen('intent')).toEqual(['refund'])
    await again.user.keyboard('{Enter}')
    await notice()
    expect(server.responseOf('r1')).toMatchObject(theirs)
  })

  it('is not one whose draft this page has saved itself', async () => {
    const { server, user } = await openAnnotation({ questions: [intent, note], records: three })
    for (const [key, value] of [
      ['1', 'refund'],
      ['2', 'card'],
      ['3', 'other'],
    ]) {
      question('intent')
        .getByRole('radio', { name: /refund/ })
        .focus()
      await user.keyboard(`${key}{Control>}s{/Control}`)
      await waitFor(() => expect(server.responseOf('r1')?.values).toEqual({ intent: { value } }))
    }
    question('intent')
      .getByRole('radio', { name: /refund/ })
      .focus()
    await user.keyboard('1')
    await screen.findByText('Kept on this device, not submitted')
    const again = await show(server, '?record=r1')
    await again.user.keyboard('{Enter}')
    await waitFor(() => expect(server.responseOf('r1')).toMatchObject({ status: 'submitted' }))
    expect(screen.queryByRole('region', { name: 'Answered elsewhere' })).toBeNull()
  })

  it('is left as it is when what was done here is undone', async () => {
    const { server, user } = await openAnnotation({ questions: [intent, note], records: three })
    server.answerElsewhere('r1', theirs)
    await user.keyboard('1{Enter}')
    await screen.findByRole('button', { name: 'Show the record' })
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(shownText()).toContain('Text of r1'))
    await screen.findByRole('button', { name: /All saved/ })
    expect(server.responseOf('r1')).toMatchObject(theirs)
    expect(chosen('intent')).toEqual(['refund'])
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show the record' })).toBeNull())
    // This answer was begun without knowledge of the one given elsewhere.
    await user.keyboard('{Enter}')
    await waitFor(() => expect(server.calls.filter(({ method }) => method !== 'GET')).toHaveLength(2))
    await screen.findByRole('button', { name: /1 answered elsewhere/ })
    expect(server.responseOf('r1')).toMatchObject(theirs)
  })
})
