import { focusManager } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { preloadManyLabels } from '../../form/LabelQuestion.tsx'
import { QuestionBody } from '../feedback/questions/QuestionView.tsx'
import { type FakeDataset, fakeFeedback, settings } from '../feedback/testing/fake-feedback.ts'
import { openAnnotation, show, shownText } from './testing/open-annotation.tsx'

beforeAll(preloadManyLabels)
afterEach(() => vi.unstubAllGlobals())

const LABELS = Array.from({ length: 20 }, (_, at) => `label-${at + 1}`)

/** The shown options that have a key, in the order of the keys. */
const keyed = () =>
  [...document.querySelectorAll('[data-option][aria-keyshortcuts]')].map((option) => option.getAttribute('data-option'))

it('options that a lead changes arrive while a record is read: its keys stay, the next record has the new ones', async () => {
  const questions: FakeDataset['questions'] = [
    { name: 'intent', required: true, settings: settings.label('refund', 'card', 'other') },
  ]
  const { server, user } = await openAnnotation({ questions, records: [{ id: 'r1' }, { id: 'r2' }] })
  expect(keyed()).toEqual(['refund', 'card', 'other'])
  questions[0] = { name: 'intent', required: true, settings: settings.label('fee', 'refund', 'card', 'other') }
  const release = holdQuestions()
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(release.isAsked()).toBe(true))
  await waitFor(() => expect(shownText()).toContain('Text of r1'))
  await waitFor(() => expect(keyed()).toHaveLength(3))
  await release.answer()
  expect(keyed()).toEqual(['refund', 'card', 'other'])
  document.querySelector<HTMLElement>('[data-option]')?.focus()
  await user.keyboard('1')
  await waitFor(() => expect(shownText()).toContain('Text of r2'))
  await waitFor(() => expect(server.responseOf('r1')?.values).toEqual({ intent: { value: 'refund' } }))
  expect(keyed()).toEqual(['fee', 'refund', 'card', 'other'])
})

it.each([
  ['two records later', true],
  ['with the next record, when the user had left the window meanwhile', false],
])('options that a lead adds are there without a reload, %s', async (_, isByRecord) => {
  const questions: FakeDataset['questions'] = [
    { name: 'intent', required: true, settings: settings.label('refund', 'card') },
  ]
  const records = [{ id: 'r1' }, { id: 'r2' }, { id: 'r3' }]
  const server = fakeFeedback({ questions, records })
  const fetchNow = globalThis.fetch
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const reply = await fetchNow(input, init)
    // Out of date at once, not only after two minutes.
    if (isOfQuestions(input)) reply.headers.set('cache-control', 'max-age=0')
    return reply
  })
  const { user } = await show(server)
  questions[0] = { name: 'intent', required: true, settings: settings.label('refund', 'card', 'fee') }
  if (!isByRecord) {
    act(() => focusManager.setFocused(false))
    act(() => focusManager.setFocused(undefined))
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  document.querySelector<HTMLElement>('[data-option]')?.focus()
  await user.keyboard('1')
  await waitFor(() => expect(shownText()).toContain('Text of r2'))
  if (isByRecord) {
    // The options of the record on the screen stay as they are.
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(keyed()).toEqual(['refund', 'card'])
    await user.keyboard('2')
    await waitFor(() => expect(shownText()).toContain('Text of r3'))
    await waitFor(() => expect(server.responseOf('r2')?.values).toEqual({ intent: { value: 'card' } }))
  }
  expect(keyed()).toEqual(['refund', 'card', 'fee'])
})

it('a suggestion that arrives late is marked where its option stands: no key changes while the record is shown', () => {
  const ask = (formKey: string, suggested?: string) => (
    <Labels formKey={formKey} of={settings.label(...LABELS)} suggested={suggested} />
  )
  const { rerender } = render(ask('r1/0'))
  const before = LABELS.slice(0, 6)
  expect(keyed()).toEqual(before)
  rerender(ask('r1/0', 'label-9'))
  expect(keyed()).toEqual(before)
  // The same record, opened again because it was answered elsewhere.
  rerender(ask('r1/1', 'label-9'))
  expect(keyed()).toEqual(before)
  rerender(ask('r2/1', 'label-9'))
  expect(keyed()).toEqual(['label-9', ...LABELS.slice(0, 5)])
})

it.each([
  ['of the same record', 'r1/0', 'r1/1'],
  ['for many records', 'bulk', 'bulk'],
])(
  'a form %s has keys when it gets a tenth option, and the others keep theirs when one is removed',
  (_, before, after) => {
    const ask = (formKey: string, labels: readonly string[]) => (
      <Labels formKey={formKey} of={settings.label(...labels)} />
    )
    const { rerender } = render(ask(before, LABELS.slice(0, 9)))
    expect(keyed()).toEqual(LABELS.slice(0, 9))
    rerender(ask(after, LABELS))
    expect(keyed()).toEqual(LABELS.slice(0, 6))
    rerender(ask(after, LABELS.slice(1)))
    expect(keyed()).toEqual(LABELS.slice(1, 7))
  },
)

it('a retired option that is deselected keeps its place while the form is open, and so do the others', () => {
  const offered = LABELS.slice(0, 6)
  const of = settings.label(...offered)
  if (of.type !== 'label_selection') throw new Error('no label question')
  const retired = { ...of, retired_options: [{ value: 'gone', text: 'gone', description: null }] }
  const ask = (formKey: string, value?: string) => <Labels formKey={formKey} of={retired} value={value} />
  const { rerender } = render(ask('r1/0', 'gone'))
  expect(keyed()).toEqual([...offered, 'gone'])
  rerender(ask('r1/0'))
  expect(keyed()).toEqual([...offered, 'gone'])
  rerender(ask('r2/0'))
  expect(keyed()).toEqual(offered)
})

it('a key pressed just when another record takes the place of one that others have is not for the record that came', async () => {
  const questions = [{ name: 'intent', required: true, settings: settings.label('refund', 'card') }]
  const records = [{ id: 'r1' }, { id: 'r2' }, { id: 'r3' }]
  const endTheMoment = holdTimersOf(500)
  const { server, user } = await openAnnotation({ questions, records, taken: ['r1'] })
  await waitFor(() => expect(shownText()).toContain('Text of r2'))
  await user.keyboard('1')
  expect(shownText()).toContain('Text of r2')
  endTheMoment()
  await user.keyboard('1')
  await waitFor(() => expect(shownText()).toContain('Text of r3'))
  await waitFor(() => expect(server.responseOf('r2')?.status).toBe('submitted'))
})

/** Let timers of this length end when the returned function is called, so that a busy machine is not too slow for what comes before. */
function holdTimersOf(heldMs: number): () => void {
  const held: (() => void)[] = []
  const start = globalThis.setTimeout
  vi.stubGlobal('setTimeout', (run: () => void, ms?: number) => (ms === heldMs ? held.push(run) : start(run, ms)))
  return () => {
    for (const run of held) run()
  }
}

interface LabelsProps {
  formKey: string
  of: ReturnType<(typeof settings)['label']>
  suggested?: string | undefined
  value?: string | undefined
}

function Labels({ formKey, of, suggested, value }: LabelsProps) {
  const times = { inserted_at: '', updated_at: '' }
  const about = { id: 'q', name: 'intent', title: 'Intent', description: null, required: true, dataset_id: 'd' }
  return (
    <Suspense fallback={null}>
      <QuestionBody
        question={{ ...about, ...times, settings: of }}
        formKey={formKey}
        value={value ?? suggested}
        suggestion={suggested ? { id: 's', questionId: 'q', value: suggested, score: null, agent: 'bert' } : undefined}
        text={undefined}
        onAnswer={() => undefined}
      />
    </Suspense>
  )
}

const isOfQuestions = (input: RequestInfo | URL) =>
  String(input instanceof Request ? input.url : input).endsWith('/questions')

/** Hold back the next reply with the questions. */
function holdQuestions() {
  const fetchNow = globalThis.fetch
  let go: () => void = () => undefined
  let isAsked = false
  let replied: Promise<Response> | undefined
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    if (!isOfQuestions(input)) return fetchNow(input, init)
    isAsked = true
    replied = new Promise<void>((resolve) => {
      go = resolve
    }).then(() => fetchNow(input, init))
    return replied
  })
  return {
    isAsked: () => isAsked,
    answer: async () => {
      go()
      await replied
      // The page has the reply a few tasks after the request.
      await waitFor(() => expect(shownText()).not.toBe(''))
      await new Promise((resolve) => setTimeout(resolve, 50))
    },
  }
}
