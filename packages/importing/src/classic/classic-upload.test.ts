import { createClient } from '@postil/sdk/client'
import { expect, it } from 'vitest'
import { scanFile } from '../read/scan'
import { uploadFile } from '../upload/upload'
import type { UploadProgress } from '../upload/upload-progress'
import { guessClassic } from './guess'

interface Sent {
  id: string
  annotation?: { labels: { class: string }[] }
}

/** A fake of the server's storage of classic records: records by id, batches all or none. */
function fakeClassicStore() {
  const records = new Map<string, Sent>()
  const batches: string[][] = []
  let isDown = (): boolean => false
  const fetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const reply = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
    const body = JSON.parse(String(init?.body ?? '{}'))
    if (!String(url).includes(':bulk')) return reply(200, { records: [], next_idx: null, next_page_cfg: '{}' })
    const sent: Sent[] = body.records
    if (isDown()) throw new TypeError('no answer')
    if (sent.some(({ annotation }) => annotation?.labels.some((label) => label.class === 'refused'))) {
      const message = 'The label refused is not in the schema'
      return reply(400, { detail: { code: 'argilla.api.errors::BadRequestError', params: { message } } })
    }
    batches.push(sent.map(({ id }) => id))
    for (const record of sent) records.set(record.id, record)
    return reply(200, { dataset: 'a', processed: sent.length, failed: 0 })
  }
  return { records, batches, fetch, setDown: (next: () => boolean) => (isDown = next) }
}

async function world(rows: number, mode: 'new' | 'update', label = (at: number) => `l${at % 3}`) {
  const lines = Array.from({ length: rows }, (_, at) => `a text that is read ${at},${label(at)}`)
  const file = new File([['text,label', ...lines].join('\n')], 'a.csv')
  const { profile, reading } = await scanFile(file)
  const classic = guessClassic('TextClassification', { profile, reading, fileName: file.name })
  const store = fakeClassicStore()
  const client = createClient({ baseUrl: 'http://store', fetch: store.fetch })
  const target = { name: 'a', workspace: 'w', userName: 'maria' }
  const run = (options: object = {}, checkpoint?: UploadProgress['checkpoint']) =>
    uploadFile(
      { file, reading, classic, target, mode, checkpoint },
      { client, sleep: async () => undefined, ...options },
    )
  return { store, run }
}

it('sends the same batch again when no answer came, and keeps each record once', async () => {
  const { store, run } = await world(1100, 'new')
  let calls = 0
  store.setDown(() => {
    calls += 1
    return calls === 2
  })
  expect(await run()).toMatchObject({ created: 1100, badCount: 0 })
  expect(store.records.size).toBe(1100)
  expect(store.batches.map(({ length }) => length)).toEqual([500, 500, 100])
})

it('leaves out the records that the server refuses, and says why', async () => {
  const { store, run } = await world(9, 'new', (at) => (at === 4 ? 'refused' : `l${at % 3}`))
  const result = await run()
  expect(result).toMatchObject({ created: 8, badCount: 1 })
  expect(result.bad[0]).toMatchObject({ line: 6, reason: 'The label refused is not in the schema' })
  expect(store.records.size).toBe(8)
})

it('goes on from its checkpoint, sends nothing twice and misses nothing', async () => {
  const { store, run } = await world(1300, 'update')
  const stop = new AbortController()
  let checkpoint: UploadProgress['checkpoint']
  const onProgress = (progress: UploadProgress) => {
    checkpoint = progress.checkpoint
    if ((checkpoint?.rows ?? 0) >= 500) stop.abort()
  }
  await expect(run({ signal: stop.signal, onProgress })).rejects.toThrow()
  const before = store.batches.length
  await run({}, checkpoint)
  expect(store.records.size).toBe(1300)
  const after = store.batches.slice(before).flat()
  expect(after).toHaveLength(1300 - (checkpoint?.rows ?? 0))
})
