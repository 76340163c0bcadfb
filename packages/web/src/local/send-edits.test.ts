import { NO_RESPONSE, type OutboxEntry } from '@postil/domain/outbox/entry'
import { describe, expect, it } from 'vitest'
import { FakeReply, fakeServer } from '../api/testing/fake-server.ts'
import { sendEdits } from './send-edits.ts'

const BULK = 'POST /api/datasets/news/TextClassification:bulk'

function edit(id: string, gesture: string): OutboxEntry {
  return {
    ...NO_RESPONSE,
    ...{ id, userId: 'u', datasetId: 'default.news', recordId: `default.news/${id}`, basedOn: '2026-01-01T00:00:00' },
    ...{ responseId: null, createdAt: 1, isTried: true, attempts: 0, notBefore: 0, state: 'sending' },
    edit: {
      ...{ workspace: 'default', name: 'news', task: 'TextClassification', gesture },
      record: { id, status: 'Validated', annotation: { agent: 'ana', labels: [{ class: 'a', score: 1 }] } },
    },
  }
}

/** A fake server that refuses every request with this record, and records the record ids of each request. */
function serverWithout(refused: string, status: number): string[][] {
  const requests: string[][] = []
  fakeServer({
    routes: {
      [BULK]: ({ body }) => {
        const ids: string[] = JSON.parse(body).records.map((record: { id: string }) => record.id)
        requests.push(ids)
        const detail = { code: 'argilla.api.errors::ValidationError', params: {} }
        return ids.includes(refused)
          ? new FakeReply(status, { detail })
          : { dataset: 'news', processed: ids.length, failed: 0, last_updated: '2026-01-02T00:00:00' }
      },
    },
  })
  return requests
}

describe('edits of several gestures', () => {
  const entries = [edit('a', 'g1'), edit('b', 'g2'), edit('c', 'g2'), edit('d', 'g3')]
  const kinds = async () => [...(await sendEdits(entries))].map(([id, { kind }]) => [id, kind])

  it('go in one request', async () => {
    const requests = serverWithout('none', 422)
    expect(await kinds()).toEqual(['a', 'b', 'c', 'd'].map((id) => [id, 'done']))
    expect(requests).toEqual([['a', 'b', 'c', 'd']])
  })

  it('go by gesture when the server refuses one of them, so that only its own gesture fails', async () => {
    const requests = serverWithout('b', 422)
    expect(await kinds()).toEqual([
      ['a', 'done'],
      ['b', 'error'],
      ['c', 'error'],
      ['d', 'done'],
    ])
    expect(requests).toEqual([['a', 'b', 'c', 'd'], ['a'], ['b', 'c'], ['d']])
  })

  it('wait together when the server cannot answer now', async () => {
    const requests = serverWithout('b', 503)
    expect(await kinds()).toEqual(['a', 'b', 'c', 'd'].map((id) => [id, 'error']))
    expect(requests).toHaveLength(1)
  })
})

it('tells a record that was deleted from one that somebody else has changed', async () => {
  const conflict = { code: 'argilla.api.errors::ConflictError', params: { ids: ['changed', 'deleted'] } }
  fakeServer({
    routes: {
      [BULK]: () => new FakeReply(409, { detail: conflict }),
      'POST /api/datasets/news/TextClassification:search': () => ({
        ...{ total: 1, aggregations: null },
        records: [{ id: 'changed', status: 'Discarded', metrics: {}, inputs: { text: 'x' } }],
      }),
    },
  })
  const replies = await sendEdits([edit('changed', 'g1'), edit('deleted', 'g2')])
  expect([...replies]).toMatchObject([
    ['changed', { kind: 'error', status: 409 }],
    ['deleted', { kind: 'error', status: 404 }],
  ])
})
