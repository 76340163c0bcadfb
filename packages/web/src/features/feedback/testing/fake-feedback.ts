import type { QuestionSettings } from '@postil/contract/feedback/settings/question-settings'
import type { Doubt } from '@postil/contract/feedback/team/doubts'
import type { NewDecisions, Resolution } from '@postil/contract/feedback/team/resolutions'
import { vi } from 'vitest'
import type { Role, User } from '../../session/session.ts'

/** A question of the fake dataset; its name is also its id. */
interface FakeQuestion {
  name: string
  required?: boolean
  title?: string
  description?: string
  settings: QuestionSettings
}

export interface FakeSuggestion {
  question: string
  value: unknown
  score?: number | number[] | null
  agent?: string | null
}

export interface FakeRecord {
  id: string
  fields?: Record<string, string>
  suggestions?: FakeSuggestion[]
  /** Others have given all the answers it needs. */
  isCompleted?: boolean
  response?: { status: string; values: Record<string, { value: unknown }> }
}

export interface FakeDataset {
  questions: FakeQuestion[]
  records: FakeRecord[]
  fields?: { name: string; use_markdown?: boolean }[]
  guidelines?: string | null
  status?: 'draft' | 'ready'
  role?: Role
  /** Ids of records whose lease is refused, because other users have completed or opened them. */
  taken?: string[]
  /** What others submitted to every record; the dataset shows it to users who have answered the record. */
  others?: { person: string | null; values: Record<string, { value: unknown }> }[]
}

interface FakeCall {
  method: string
  path: string
  body: unknown
}

const NO_DECISIONS = { records: 0, since_ms: null, until_ms: null }
const TIMES = { inserted_at: '2026-11-21T10:00:00', updated_at: '2026-11-21T11:00:00' }
let made = 0
let changes = 0
/** A new timestamp for each change of a response. */
const nextTime = () => `2026-11-21T12:00:00.${String(++changes).padStart(6, '0')}`

/**
 * For tests: a fake server with one feedback dataset, behind `fetch`. It treats responses as the real server does:
 * one per record, created once, updated and deleted by id.
 */
export function fakeFeedback(dataset: FakeDataset) {
  made += 1
  const id = `dataset-${made}`
  const user: User = {
    id: `user-${made}`,
    username: 'maria',
    first_name: 'Maria',
    last_name: null,
    role: dataset.role ?? 'admin',
    workspaces: ['team'],
  }
  const records = dataset.records.map((record) => ({
    ...record,
    response: record.response && { ...record.response, id: `response-${record.id}`, updated_at: nextTime() },
  }))
  const calls: FakeCall[] = []
  const skipped = new Set<string>()
  /** Those of `taken` that the server knows to be open elsewhere when it lists records. */
  const openElsewhere = new Set<string>()
  const doubts = new Map<string, Doubt>()
  const doubtOf = (record_id: string, note: string): Doubt => ({
    ...{ id: `doubt-${record_id}`, record_id, user_id: user.id, note, ...TIMES },
    ...{ reply: null, resolved_at: null, resolved_by: null, is_seen: false },
  })
  const gold = new Set<string>()
  const decided = new Map<string, Resolution>()
  const decide = (record_id: string, question_id: string, value: unknown) => {
    const resolution = {
      record_id,
      question_id,
      value,
      user_id: 'lead',
      ...TIMES,
      updated_at: nextTime(),
    } as Resolution
    decided.set(`${record_id} ${question_id}`, resolution)
    return resolution
  }
  const decisionsOn = (recordId: string) => [...decided.values()].filter(({ record_id }) => record_id === recordId)
  const state = {
    isDown: false,
    isSignedOut: false,
    newDecisions: NO_DECISIONS as NewDecisions,
    /** The changes of every record. */
    history: [] as object[],
    refuseWith: undefined as undefined | { status: number; detail: unknown },
  }

  const wire = (record: (typeof records)[number], url: URL) => ({
    id: record.id,
    status: record.isCompleted ? 'completed' : 'pending',
    dataset_id: id,
    external_id: `ext-${record.id}`,
    fields: record.fields ?? { text: `Text of ${record.id}` },
    metadata: { split: 'train' },
    ...TIMES,
    responses: record.response ? [{ ...TIMES, ...record.response, record_id: record.id, user_id: user.id }] : [],
    suggestions: (record.suggestions ?? []).map((one, index) => ({
      id: `s-${record.id}-${index}`,
      question_id: one.question,
      value: one.value,
      score: one.score ?? null,
      agent: one.agent ?? null,
      type: null,
      ...TIMES,
    })),
    ...(url.searchParams.getAll('include').includes('resolutions') && { resolutions: decisionsOn(record.id) }),
  })
  const statusOf = (record: (typeof records)[number]) => record.response?.status ?? 'pending'
  const counts = () => {
    const isElsewhere = ({ id }: { id: string }) => dataset.taken?.includes(id) === true
    const count = (status: string) =>
      records.filter((record) => statusOf(record) === status && !(status === 'pending' && isElsewhere(record))).length
    const responses = { submitted: count('submitted'), discarded: count('discarded'), draft: count('draft') }
    return {
      records: { count: records.length },
      responses: { count: 0, ...responses, pending: count('pending') - skipped.size, skipped: skipped.size },
    }
  }

  const write = (record: (typeof records)[number], response: NonNullable<FakeRecord['response']>) => {
    const written = { ...response, id: `response-${record.id}`, updated_at: nextTime() }
    record.response = written
    return written
  }

  const answer = (method: string, url: URL, body: unknown): [number, unknown] => {
    const path = url.pathname
    if (state.isSignedOut) return [401, { detail: { code: 'argilla.api.errors::UnauthorizedError', params: {} } }]
    if (path === `/api/v1/datasets/${id}`) {
      const { guidelines = null, status = 'ready' } = dataset
      return [200, { id, name: 'round-2', guidelines, status, workspace_id: 'w', ...TIMES }]
    }
    if (path === `/api/v1/datasets/${id}/fields`) {
      const fields = dataset.fields ?? [{ name: 'text' }]
      const items = fields.map(({ name, use_markdown = false }) => ({
        id: name,
        name,
        title: name,
        required: true,
        settings: { type: 'text', use_markdown },
        dataset_id: id,
        ...TIMES,
      }))
      return [200, { items }]
    }
    if (path === `/api/v1/datasets/${id}/questions`) {
      const items = dataset.questions.map(({ name, title = name, description = null, required = false, settings }) => ({
        ...{ id: name, name, title, description, required, settings, dataset_id: id },
        ...TIMES,
      }))
      return [200, { items }]
    }
    if (path === `/api/v1/datasets/${id}/queue`) {
      const hand_out = dataset.taken ? 'until_completed' : 'everyone'
      const others_answers = dataset.others ? 'after_answering' : 'never'
      return [200, { order: 'mixed', min_submitted: 1, hand_out, others_answers, gold_percent: 0 }]
    }
    const [, leased] = /^\/api\/v1\/records\/([^/]+)\/lease$/.exec(path) ?? []
    if (leased !== undefined) return [204, undefined]
    if (path === `/api/v1/me/datasets/${id}/leases`) {
      const { record_ids: asked, limit } = body as { record_ids: string[]; limit?: number }
      const free = asked.filter((one) => !dataset.taken?.includes(one))
      // The next list knows what this one did not.
      if (limit === undefined) for (const taken of dataset.taken ?? []) openElsewhere.add(taken)
      return [200, { expires_at: TIMES.inserted_at, record_ids: free.slice(0, limit) }]
    }
    const [, goldId] = /^\/api\/v1\/records\/([^/]+)\/gold$/.exec(path) ?? []
    if (goldId !== undefined) {
      if (method !== 'GET' && state.refuseWith) return [state.refuseWith.status, { detail: state.refuseWith.detail }]
      if (method === 'PUT') gold.add(goldId)
      if (method === 'DELETE') gold.delete(goldId)
      return [200, { record_id: goldId, is_gold: gold.has(goldId) }]
    }
    const [, decidedId = '', decidedQuestion] =
      /^\/api\/v1\/records\/([^/]+)\/resolutions(?:\/([^/]+))?$/.exec(path) ?? []
    if (decidedId !== '') {
      if (method === 'GET') return [200, { items: decisionsOn(decidedId) }]
      const given = body as { question_id: string; value: unknown } | undefined
      const key = `${decidedId} ${decidedQuestion ?? given?.question_id}`
      const known = url.searchParams.get('updated_at')
      if (known !== null && known !== (decided.get(key)?.updated_at ?? '')) return [409, { detail: 'Changed since' }]
      if (given) return [200, decide(decidedId, given.question_id, given.value)]
      const before = decided.get(key)
      decided.delete(key)
      if (decisionsOn(decidedId).length === 0) gold.delete(decidedId)
      return [200, before]
    }
    const [, skippedId] = /^\/api\/v1\/records\/([^/]+)\/skip$/.exec(path) ?? []
    if (skippedId !== undefined) {
      if (state.refuseWith) return [state.refuseWith.status, { detail: state.refuseWith.detail }]
      if (method === 'PUT') skipped.add(skippedId)
      else skipped.delete(skippedId)
      return [204, undefined]
    }
    if (path === `/api/v1/me/datasets/${id}/skips` && method === 'PUT') {
      const { record_ids: asked, is_skipped: isSkipped } = body as { record_ids: string[]; is_skipped: boolean }
      for (const one of asked) isSkipped ? skipped.add(one) : skipped.delete(one)
      return [200, { record_ids: asked }]
    }
    if (path === `/api/v1/me/datasets/${id}/skips`) {
      skipped.clear()
      return [204, undefined]
    }
    const [, doubtedId, isSeen] = /^\/api\/v1\/records\/([^/]+)\/doubt(\/seen)?$/.exec(path) ?? []
    if (doubtedId !== undefined) {
      const known = doubts.get(doubtedId)
      if (isSeen) {
        if (known) doubts.set(doubtedId, { ...known, is_seen: true })
        return [204, undefined]
      }
      if (method === 'DELETE') doubts.delete(doubtedId)
      else doubts.set(doubtedId, doubtOf(doubtedId, String((body as { note: string }).note)))
      return [200, doubts.get(doubtedId) ?? known]
    }
    if (path === `/api/v1/me/datasets/${id}/resolutions/new`) return [200, state.newDecisions]
    if (path === `/api/v1/me/datasets/${id}/resolutions/seen`) {
      state.newDecisions = NO_DECISIONS
      return [204, undefined]
    }
    if (path === `/api/v1/me/datasets/${id}/doubts`) return [200, { items: [...doubts.values()], users: [] }]
    if (path === '/api/v1/workspaces/w') return [200, { id: 'w', name: 'team' }]
    if (path === `/api/v1/me/datasets/${id}/metrics`) return [200, counts()]
    if (path === `/api/v1/me/datasets/${id}/records`) {
      const status = url.searchParams.get('response_status')
      const offset = Number(url.searchParams.get('offset'))
      const limit = Number(url.searchParams.get('limit'))
      const after = url.searchParams.get('after')
      // A cursor is the id of a record and the total of the first page.
      const [lastId, firstTotal] = after?.split('~') ?? []
      const behind = records.slice(records.findIndex((record) => record.id === lastId) + 1)
      const found = behind.filter(
        (record) => statusOf(record) === status && !skipped.has(record.id) && !openElsewhere.has(record.id),
      )
      const page = found.slice(offset, offset + limit)
      const total = firstTotal === undefined ? found.length : Number(firstTotal)
      const next = found.length > offset + limit ? `${page.at(-1)?.id}~${total}` : null
      return [200, { items: page.map((one) => wire(one, url)), total, ...(after !== null && { next }) }]
    }
    const [, answeredId] = /^\/api\/v1\/records\/([^/]+)\/responses\/others$/.exec(path) ?? []
    if (answeredId !== undefined) {
      const isSubmitted = records.some((one) => one.id === answeredId && one.response?.status === 'submitted')
      const shown = isSubmitted ? (dataset.others ?? []) : []
      const items = shown.map(({ person, values }, at) => ({
        ...{ id: `other-${answeredId}-${at}`, record_id: answeredId, user_id: person, status: 'submitted', values },
        ...TIMES,
      }))
      const users = shown.flatMap(({ person }) => (person === null ? [] : [{ id: person, username: person }]))
      return [200, { items, users }]
    }
    if (/^\/api\/v1\/records\/[^/]+\/history$/.test(path)) {
      const items = state.history.map((change) => ({ at: TIMES.updated_at, user_id: user.id, before: null, ...change }))
      const users = [{ id: user.id, username: user.username }]
      return [200, { items, users, updated_at: TIMES.updated_at, is_cut: false }]
    }
    const [, recordId, isResponses] = /^\/api\/v1\/records\/([^/]+)(\/responses)?$/.exec(path) ?? []
    const record = records.find((one) => one.id === recordId)
    if (record && !isResponses) return [200, wire(record, url)]
    if (state.refuseWith) return [state.refuseWith.status, { detail: state.refuseWith.detail }]
    if (record && method === 'POST') {
      if (record.response) return [409, { detail: 'Response already exists' }]
      return [201, { ...TIMES, ...write(record, asResponse(body)), record_id: record.id, user_id: user.id }]
    }
    const answered = records.find((one) => one.response && path === `/api/v1/responses/${one.response.id}`)
    if (answered?.response) {
      const { response } = answered
      const known = url.searchParams.get('updated_at')
      if (known !== null && known !== response.updated_at) return [409, { detail: 'The response was changed since' }]
      const now = method === 'DELETE' ? response : write(answered, asResponse(body))
      if (method === 'DELETE') answered.response = undefined
      return [200, { ...TIMES, ...now, record_id: answered.id, user_id: user.id }]
    }
    return [404, { detail: 'Not Found' }]
  }

  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://localhost')
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const method = init.method ?? 'GET'
    if (state.isDown) throw new TypeError('Failed to fetch')
    if (method !== 'GET') calls.push({ method, path: url.pathname, body })
    const [status, reply] = answer(method, url, body)
    return new Response(reply === undefined ? null : JSON.stringify(reply), { status })
  })

  return {
    id,
    user,
    state,
    /** Simulates a lead's reply to the user's doubt. */
    replyToDoubt: (recordId: string, reply: string) =>
      doubts.set(recordId, { ...doubtOf(recordId, 'Not sure'), reply, resolved_at: TIMES.updated_at }),
    /** Simulates a decision that another lead made. */
    decide,
    /** What is decided about a record, by question, and whether it is gold. */
    knownOf: (recordId: string) => ({
      isGold: gold.has(recordId),
      answers: Object.fromEntries(decisionsOn(recordId).map(({ question_id, value }) => [question_id, value])),
    }),
    /** Simulates an import. */
    addRecord: (id: string) => void records.push({ id, response: undefined }),
    /** Simulates that others close all records. */
    giveBack: () => {
      dataset.taken?.splice(0)
      openElsewhere.clear()
    },
    /** Simulates an answer that the user gave elsewhere, such as in another browser. */
    answerElsewhere: (recordId: string, response: NonNullable<FakeRecord['response']>) => {
      const record = records.find((one) => one.id === recordId)
      if (record) write(record, response)
    },
    /** All requests other than GET. */
    calls,
    responseOf: (recordId: string) => records.find((record) => record.id === recordId)?.response,
  }
}

function asResponse(body: unknown): { status: string; values: Record<string, { value: unknown }> } {
  const status = typeof body === 'object' && body !== null ? Reflect.get(body, 'status') : undefined
  const values = typeof body === 'object' && body !== null ? Reflect.get(body, 'values') : undefined
  return { status: String(status ?? ''), values: { ...values } }
}

const options = (values: readonly string[]) => values.map((value) => ({ value, text: value, description: null }))

/** Example settings of each type of question. */
export const settings = {
  label: (...values: string[]): QuestionSettings => ({
    type: 'label_selection',
    options: options(values),
    visible_options: null,
  }),
  labels: (...values: string[]): QuestionSettings => ({
    type: 'multi_label_selection',
    options: options(values),
    visible_options: null,
    options_order: 'natural',
  }),
  rating: (...values: number[]): QuestionSettings => ({ type: 'rating', options: values.map((value) => ({ value })) }),
  ranking: (...values: string[]): QuestionSettings => ({ type: 'ranking', options: options(values) }),
  text: (use_markdown = false): QuestionSettings => ({ type: 'text', use_markdown }),
  span: (...values: string[]): QuestionSettings => ({
    type: 'span',
    field: 'text',
    options: options(values),
    visible_options: null,
    allow_overlapping: false,
    allow_character_annotation: true,
  }),
}
