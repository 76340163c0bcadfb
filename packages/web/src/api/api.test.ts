import { newId } from '@postil/domain/new-id'
import type { RouteKey } from '@postil/sdk'
import { ApiError, NetworkError } from '@postil/sdk/errors'
import { CancelledError } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { requestProgress } from '../ui/loading/request-progress.ts'
import { toasts } from '../ui/toast/toast-queue.ts'
import { enterWorkspace, onSessionEnded, setSignedIn, WORKSPACE_HEADER } from './account/session-link.ts'
import * as workspaces from './account/workspaces.ts'
import { createAppClient } from './client.ts'
import { readError, showError } from './error-to-notice.ts'
import { named, REPOSITORY_ERRORS, RepositoryError } from './errors.ts'
import { fetchSuggestionAgents } from './feedback/agents.ts'
import * as datasets from './feedback/datasets.ts'
import { fetchFacets } from './feedback/facets.ts'
import * as fields from './feedback/fields.ts'
import * as managedDatasets from './feedback/managed-datasets.ts'
import * as metadata from './feedback/metadata.ts'
import { fetchDatasetMetrics } from './feedback/metrics.ts'
import * as questions from './feedback/questions.ts'
import * as records from './feedback/records.ts'
import * as responses from './feedback/responses.ts'
import * as vectors from './feedback/vectors.ts'
import { fresh, freshMs, maxAgeMs } from './freshness.ts'
import { normaliseError, readable } from './normalise-error.ts'
import { createQueryClient, SILENT } from './query-client.ts'
import { reasonOf } from './reason-of.ts'

const jsonReply = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(body === undefined ? null : JSON.stringify(body), { status, headers })

const refusal = (status: number, detail: unknown) => new ApiError(status, { detail }, 'GET /api/v1/x')
const params = (given: object) => ({ code: 'argilla.api.errors::Some', params: given })

afterEach(() => {
  toasts.clear()
  if (vi.isFakeTimers()) vi.runOnlyPendingTimers()
  vi.restoreAllMocks()
  vi.useRealTimers()
  setSignedIn(false)
})

describe('reading errors', () => {
  it.each([
    ['400: one line per param [X4]', refusal(400, params({ name: 'x', size: 3 })), ['Error name: x\nError size: 3']],
    [
      '400: lists and objects in words, not as JSON [X4]',
      refusal(400, params({ names: ['x', 'y'], place: { row: 3, column: null } })),
      ['Error names: x, y\nError place: row 3, column –'],
    ],
    ['422 with a text [X5]', refusal(422, 'not valid'), ['Error: not valid']],
    [
      '422 with a list: one each, Unknown without msg [X5]',
      refusal(422, params({ errors: [{ msg: 'field required' }, {}] })),
      ['Error: field required', 'Error: Unknown'],
    ],
    ['404 warns [X6]', refusal(404, 'Record with id `x` not found'), ['Warning: Record with id `x` not found']],
    ['404 with an object warns [X6]', refusal(404, params({ detail: 'gone' })), ['Warning: gone']],
    ['anything else with a text [X6]', refusal(409, 'taken'), ['Error: taken']],
    ['anything else with an object [X6]', refusal(500, params({ message: 'boom' })), ['Error: boom']],
    ['anything else without details: its message [X6]', new Error('broken'), ['Error: broken']],
    ['an error without any text [X6]', { odd: 1 }, ['Error: Unknown']],
    ['a text that is JSON [X6]', refusal(500, '{"code": 7,\n"at": "x"}'), ['Error: Unknown']],
    ['JSON as the text of a 422 [X5]', refusal(422, '[{"loc": ["body"]}]'), ['Error: Unknown']],
    ['no answer [X6]', new NetworkError('The server did not answer.'), ['Error: The server did not answer.']],
  ])('%s', (_, error, messages) => {
    expect(readError(error).notices.map(({ message }) => message)).toEqual(messages)
    expect(readError(new RepositoryError('GET_AGENTS', error))).toEqual(readError(error))
  })

  it.each([
    [
      'a refusal with several reasons',
      refusal(422, params({ errors: [{ msg: 'no text' }, { msg: 'no name' }] })),
      'no text; no name',
    ],
    ['a missing thing', refusal(404, 'gone'), 'gone'],
    ['a text that the server kept', 'The disk is full.', 'The disk is full.'],
    ['JSON that the server kept', '{"code": 7}', 'Unknown'],
    ['an error whose message is JSON', new Error('[{"loc": ["body"]}]'), 'Unknown'],
    ['an ended session, reported elsewhere', refusal(401, 'x'), ''],
  ])('the reason in a sentence: %s [X6]', (_, error, reason) => {
    expect(reasonOf(error)).toBe(reason)
  })

  it('a 404 is a warning, others are errors [X6]', () => {
    expect(readError(refusal(404, 'x')).notices[0]?.type).toBe('warning')
    expect(readError(refusal(500, 'x')).notices[0]?.type).toBe('error')
  })

  it('a 401 logs out, without a notice of its own [X3]', () => {
    expect(readError(refusal(401, 'x'))).toEqual({ isSignedOut: true, notices: [] })
  })

  it('a request that was cancelled with its session leaves the message about that alone [X3]', () => {
    vi.useFakeTimers()
    toasts.notify({ message: 'signed out' })
    vi.advanceTimersByTime(100)
    showError(new CancelledError())
    vi.advanceTimersByTime(300)
    expect(toasts.getVisible().map(({ message }) => message)).toEqual(['signed out'])
  })

  it('clears what was told before [X3]', () => {
    vi.useFakeTimers()
    toasts.notify({ message: 'old' })
    vi.advanceTimersByTime(100)
    showError(refusal(409, 'new'))
    vi.advanceTimersByTime(300)
    expect(toasts.getVisible().map(({ message }) => message)).toEqual(['Error: new'])
  })
})

describe('normalised error', () => {
  it.each([
    [
      { message: 'a', statusCode: 418 },
      { message: 'a', statusCode: 418 },
    ],
    [
      { message: 'a', status: 404 },
      { message: 'a', statusCode: 404 },
    ],
    [
      { message: 'a', response: { status: 403 } },
      { message: 'a', statusCode: 403 },
    ],
    ['only words', { message: 'only words', statusCode: 500 }],
    [{ odd: 1 }, { message: '{"odd":1}', statusCode: 500 }],
  ])('%o [X7]', (error, expected) => {
    expect(normaliseError(error)).toEqual(expected)
  })
})

it.each([
  ['{"odd":1}', undefined],
  ['\n[{"loc": ["body"],\n "msg": "x"}]', undefined],
  ['[object Object]', undefined],
  ['The field {name} is missing', 'The field {name} is missing'],
  ['', ''],
])('a message that users may read: %j', (message, expected) => {
  expect(readable(message)).toBe(expected)
})

describe('the client', () => {
  it('names the workspace of the page on every request of a signed-in user [P4]', async () => {
    const sent: Headers[] = []
    const client = createAppClient(async (_, init) => {
      sent.push(new Headers(init?.headers))
      return jsonReply(200, { items: [] })
    })
    const leave = enterWorkspace('support-team')
    await client('GET /api/v1/me/datasets')
    setSignedIn(true)
    await client('GET /api/v1/me/datasets')
    leave()
    await client('GET /api/v1/me/datasets')
    expect(sent.map((headers) => headers.get(WORKSPACE_HEADER))).toEqual([null, 'support-team', null])
  })

  it.each([
    ['of Postil', JSON.stringify({ detail: { code: 'argilla.api.errors::UnauthorizedError', params: {} } })],
    ['of a proxy', '<h1>401</h1>'],
  ])('ends the session on a 401 %s, and passes its code on [X3]', async (from, body) => {
    const client = createAppClient(async () => new Response(body, { status: 401 }))
    const ended = vi.fn()
    const stop = onSessionEnded(ended)
    await expect(client('GET /api/v1/me/datasets')).rejects.toThrow(ApiError)
    expect(ended.mock.calls).toEqual([[from === 'of Postil' ? 'argilla.api.errors::UnauthorizedError' : undefined]])
    stop()
  })

  it.each<[string, RouteKey, string | undefined, number | undefined]>([
    ['gives up an answer with a key', 'POST /api/v1/records/{record_id}/responses', 'answer-1', 60_000],
    ['gives up what only reads', 'GET /api/v1/me/datasets', undefined, 60_000],
    ['gives up a search', 'POST /api/datasets/{name}/Text2Text:search', undefined, 60_000],
    ['gives up counts', 'POST /api/v1/me/datasets/{dataset_id}/records/facets', undefined, 60_000],
    ['waits for what may do its work twice', 'POST /api/v1/records/{record_id}/responses', undefined, undefined],
  ])('when nothing is known after a minute: %s', async (_, route, key, limitMs) => {
    const limit = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
    const client = createAppClient(
      (_, request) =>
        new Promise((resolve, reject) => {
          request?.signal?.addEventListener('abort', () => reject(request.signal?.reason))
          if (limitMs === undefined) resolve(jsonReply(200, {}))
        }),
    )
    // The caller's own signal stays in force beside the limit.
    const call = client(route, { headers: { 'Idempotency-Key': key }, signal: new AbortController().signal })
    limit.abort(new DOMException('signal timed out', 'TimeoutError'))
    if (limitMs === undefined) await call
    else await expect(call).rejects.toThrow(NetworkError)
    expect(timeout.mock.calls[0]?.[0]).toBe(limitMs)
  })

  it('ends a request that its caller has aborted, within the limit', async () => {
    const client = createAppClient(
      (_, request) =>
        new Promise((_, reject) => {
          request?.signal?.addEventListener('abort', () => reject(request.signal?.reason))
        }),
    )
    const left = new AbortController()
    const call = client('GET /api/v1/me/datasets', { signal: left.signal })
    left.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('knows nothing of a request whose reply broke off: the answer may be saved', async () => {
    const broken = new ReadableStream({ start: (reply) => reply.error(new TypeError('network error')) })
    const client = createAppClient(async () => new Response(broken, { status: 200 }))
    await expect(client('GET /api/v1/me/datasets')).rejects.toThrow(NetworkError)
  })

  it('moves the loading bar, also when a request fails [R34]', async () => {
    let answer: (reply: Response) => void = () => undefined
    const client = createAppClient(() => new Promise((resolve) => (answer = resolve)))
    const call = client('GET /api/v1/me/datasets')
    expect(requestProgress.getCurrent().isActive).toBe(true)
    answer(jsonReply(500, {}))
    await expect(call).rejects.toThrow()
    expect(requestProgress.getCurrent().isActive).toBe(false)
  })
})

describe('the cache', () => {
  it.each([
    ['max-age=60', 60_000],
    ['private, max-age=5', 5000],
    ['no-store', undefined],
    ['s-maxage=9', undefined],
    [null, undefined],
  ])('reads %s as %s ms', (header, expected) => {
    expect(maxAgeMs(header)).toBe(expected)
  })

  it('keeps an answer for its max-age, else as the call says, else 3 s [R35]', () => {
    const answer = (header?: string) => ({
      data: [1],
      status: 200,
      headers: new Headers(header ? { 'cache-control': header } : {}),
    })
    expect(freshMs(fresh(answer('max-age=7'), (data) => data, 120_000))).toBe(7000)
    expect(freshMs(fresh(answer(), (data) => [...data], 120_000))).toBe(120_000)
    expect(freshMs(fresh(answer(), (data) => [...data]))).toBe(3000)
    expect(freshMs(undefined)).toBe(3000)
  })

  it('asks again only when an answer is stale: 120 s for the datasets, 3 s for one of them [R35]', async () => {
    vi.useFakeTimers()
    const get = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => jsonReply(200, { items: [] }))
    const cache = createQueryClient()
    const list = () => cache.fetchQuery({ queryKey: ['datasets'], queryFn: datasets.fetchFeedbackDatasets })
    const one = () => cache.fetchQuery({ queryKey: ['dataset', 'd'], queryFn: () => datasets.fetchDataset('d') })
    await Promise.all([list(), one()])
    vi.advanceTimersByTime(4000)
    await Promise.all([list(), one()])
    expect(get).toHaveBeenCalledTimes(3)
    vi.advanceTimersByTime(120_000)
    await list()
    expect(get).toHaveBeenCalledTimes(4)
  })

  it('tells a failure once, and not at all when it is no news [X1]', async () => {
    vi.useFakeTimers()
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => jsonReply(403, { detail: 'no' }))
    const cache = createQueryClient()
    const failing = (meta?: typeof SILENT) =>
      cache.fetchQuery({ queryKey: ['x', meta], queryFn: () => fetchDatasetMetrics('d'), meta }).catch(() => undefined)
    await failing(SILENT)
    vi.advanceTimersByTime(200)
    expect(toasts.getVisible()).toEqual([])
    await failing()
    vi.advanceTimersByTime(200)
    expect(toasts.getVisible().map(({ message }) => message)).toEqual(['Error: no'])
  })
})

const body = { status: 'submitted', values: {} } as const
const CALLS: Record<(typeof REPOSITORY_ERRORS)[number], () => Promise<unknown>> = {
  ERROR_FETCHING_FEEDBACK_DATASETS: datasets.fetchFeedbackDatasets,
  ERROR_FETCHING_WORKSPACES: workspaces.fetchWorkspaces,
  ERROR_FETCHING_DATASET_INFO: () => datasets.fetchDataset('d'),
  ERROR_FETCHING_WORKSPACE_INFO: () => workspaces.fetchWorkspaceName('w'),
  ERROR_PATCHING_DATASET_GUIDELINES: () => managedDatasets.patchDataset('d', {}),
  ERROR_DELETING_DATASET: () => managedDatasets.deleteDataset('d'),
  ERROR_FETCHING_FIELDS: () => fields.fetchFields('d'),
  ERROR_PATCHING_FIELDS: () => fields.patchField('f', {}),
  ERROR_FETCHING_METADATA_METRIC: () => fetchFacets({ datasetId: 'd', status: undefined, search: {}, facets: [] }),
  ERROR_FETCHING_METADATA: () => metadata.fetchMetadataProperties('d'),
  ERROR_UPDATING_METADATA: () => metadata.patchMetadataProperty('m', {}),
  ERROR_FETCHING_QUESTIONS: () => questions.fetchQuestions('d'),
  ERROR_PATCHING_QUESTIONS: () => questions.patchQuestion('q', {}),
  ERROR_FETCHING_RECORDS: () => records.fetchRecords({ datasetId: 'd', status: 'pending', offset: 0, limit: 10 }),
  ERROR_FETCHING_RECORD_BY_ID: () => records.fetchRecord('r'),
  ERROR_DELETING_RECORD_RESPONSE: () => responses.deleteResponse('x'),
  ERROR_UPDATING_RECORD_RESPONSE: () => responses.updateResponse('x', body),
  ERROR_CREATING_RECORD_RESPONSE: () => responses.createResponse('r', body),
  ERROR_CREATING_RECORD_RESPONSE_BULK: () => responses.saveResponses([]),
  ERROR_FETCHING_VECTORS: () => vectors.fetchVectorsSettings('d'),
  ERROR_PATCHING_VECTORS: () => vectors.patchVectorsSettings('v', { title: 't' }),
  GET_AGENTS: () => fetchSuggestionAgents('d'),
}

describe('repositories', () => {
  it.each(REPOSITORY_ERRORS)('throw %s when their call fails, with its status [X1]', async (code) => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => jsonReply(503, {}))
    await expect(CALLS[code]()).rejects.toMatchObject({ code, statusCode: 503 })
  })

  it('let an abort pass as it is', async () => {
    const abort = Object.assign(new Error('stop'), { name: 'AbortError' })
    await expect(named('GET_AGENTS', () => Promise.reject(abort))).rejects.toBe(abort)
  })

  it('count only a 200 as a deleted dataset', async () => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => jsonReply(202, {}))
    await expect(managedDatasets.deleteDataset('d')).rejects.toMatchObject({
      code: 'ERROR_DELETING_DATASET',
      statusCode: 202,
    })
  })

  it('ask for part of a queue with the own responses and suggestions, and read them [E26] [E27] [E28] [K11]', async () => {
    const get = vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
      jsonReply(200, {
        total: 41,
        items: [
          {
            id: 'r',
            status: 'pending',
            dataset_id: 'd',
            external_id: null,
            fields: { text: 'Hello', note: null },
            metadata: { split: 'train' },
            inserted_at: 't0',
            updated_at: 't1',
            responses: [
              {
                id: 'x',
                status: 'draft',
                values: { label: { value: 'a' } },
                record_id: 'r',
                user_id: 'u',
                updated_at: 't2',
              },
            ],
            suggestions: [
              {
                id: 's',
                question_id: 'q',
                type: null,
                value: [{ label: 'l', start: 0, end: 2 }],
                agent: 'bert',
                score: [0.5],
              },
            ],
          },
        ],
      }),
    )
    const page = 21
    const batch = await records.fetchRecords({ datasetId: 'd', status: 'draft', offset: page - 1, limit: 10 })
    expect(String(get.mock.calls[0]?.[0])).toBe(
      '/api/v1/me/datasets/d/records?include=responses&include=suggestions&offset=20&limit=10&response_status=draft',
    )
    expect(batch.total).toBe(41)
    expect(batch.records[0]).toMatchObject({
      id: 'r',
      datasetId: 'd',
      fields: { text: 'Hello', note: null },
      score: null,
      response: { id: 'x', status: 'draft', values: { label: { value: 'a' } }, updatedAt: 't2' },
      suggestions: [
        { id: 's', questionId: 'q', value: [{ label: 'l', start: 0, end: 2 }], agent: 'bert', score: [0.5] },
      ],
    })
  })

  it('count what is pending, as the server does [E29]', async () => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
      jsonReply(200, {
        records: { count: 5 },
        responses: { count: 3, submitted: 1, discarded: 1, draft: 1, pending: 1, skipped: 1 },
      }),
    )
    expect(await fetchDatasetMetrics('d')).toEqual({
      ...{ total: 5, pending: 1, skipped: 1, submitted: 1, discarded: 1, draft: 1 },
    })
  })

  it('send a key with a write that may be sent again', async () => {
    const put = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async () => jsonReply(200, { id: 'x', status: 'submitted', values: null, updated_at: 't' }))
    await responses.updateResponse('x', body, { idempotencyKey: 'key-1' })
    expect(new Headers(put.mock.calls[0]?.[1]?.headers).get('Idempotency-Key')).toBe('key-1')
  })
})

describe('ids', () => {
  it('are version 4 UUIDs, also without randomUUID', () => {
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
    expect(newId()).toMatch(uuid)
    const original = Object.getOwnPropertyDescriptor(crypto, 'randomUUID')
    Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true })
    expect(newId()).toMatch(uuid)
    if (original) Object.defineProperty(crypto, 'randomUUID', original)
  })
})
