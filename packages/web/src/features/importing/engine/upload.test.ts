import { guessPlan } from '@postil/domain/importing/guess'
import { describe, expect, it, vi } from 'vitest'
import { fakeStore } from '../testing/fake-store.ts'
import { createDataset } from './create-dataset.ts'
import type { KnownMode } from './known-records.ts'
import { scanFile } from './scan.ts'
import { type UploadOptions, uploadFile } from './upload.ts'

const LABELS = ['a', 'b']
const withIds = (count: number) =>
  `id,text,label\n${Array.from({ length: count }, (_, at) => `x${at},Some words ${at},${LABELS[at % 2]}`).join('\n')}\n`

async function world(text: string, name = 'a.csv') {
  const store = fakeStore()
  const file = new File([text], name)
  const scan = await scanFile(file)
  const plan = guessPlan(scan.profile, scan.encoding)
  const schema = {
    guidelines: null,
    allowExtraMetadata: true,
    minSubmitted: 1,
    fields: [{ name: 'text', title: 'Text', required: true, settings: { type: 'text' as const, use_markdown: false } }],
    questions: plan.questions,
    metadata: [],
    vectors: [],
  }
  const { datasetId, questionIds } = await createDataset(store.client, { name: 'd', workspaceId: 'w1', schema })
  const target = { datasetId, questionIds, userId: 'u1', users: new Map<string, string>() }
  const run = (mode: 'new' | KnownMode, options: Partial<UploadOptions> = {}) =>
    uploadFile(
      { file, reading: scan.reading, plan, target, mode },
      { client: store.client, sleep: async () => undefined, ...options },
    )
  const records = () => store.datasets.get(datasetId)?.records ?? []
  return { store, run, records }
}

describe('uploadFile', () => {
  it('writes the rows in their order, at most 500 at once', async () => {
    const { store, run, records } = await world(withIds(1203))
    const result = await run('new')
    expect(result).toMatchObject({ created: 1203, updated: 0, badCount: 0 })
    expect(records().map(({ external_id }) => external_id)).toEqual(Array.from({ length: 1203 }, (_, at) => `x${at}`))
    const sizes = store.calls.flatMap(({ items }) => (items.length > 0 ? [items.length] : []))
    expect(sizes).toEqual([500, 500, 203])
  })

  it('writes a last batch that is full, and tells when it fails', async () => {
    const { store, run } = await world(withIds(500))
    store.trouble = ({ items }) => (items.length > 0 ? { status: 403, detail: 'No.' } : undefined)
    await expect(run('new')).rejects.toMatchObject({ status: 403 })
  })

  it('goes on when the server comes back, without writing anything twice', async () => {
    const { store, run, records } = await world(withIds(1000))
    let failures = 0
    store.trouble = ({ items }) => {
      if (items.length === 0 || failures >= 3) return undefined
      failures += 1
      return failures === 2 ? 'lost' : 'down'
    }
    const waits: boolean[] = []
    const result = await run('new', { onProgress: ({ isWaiting }) => waits.push(isWaiting) })
    expect(records()).toHaveLength(1000)
    expect(result.badCount).toBe(0)
    expect(waits).toContain(true)
    expect(waits.at(-1)).toBe(false)
  })

  it('gives up when the server stays away', async () => {
    const { store, run } = await world(withIds(3))
    store.trouble = ({ items }) => (items.length > 0 ? 'down' : undefined)
    const sleep = vi.fn(async () => undefined)
    await expect(run('new', { sleep })).rejects.toThrow('The server did not answer.')
    expect(sleep.mock.calls.length).toBeGreaterThan(3)
  })

  it.each([422, 413])(
    'leaves out the one row that the server refuses with %i, with its line and reason',
    async (status) => {
      const { store, run, records } = await world(withIds(40))
      store.trouble = ({ items }) =>
        items.some(({ external_id }) => external_id === 'x17') ? { status, detail: 'Not this one.' } : undefined
      const result = await run('new')
      expect(result).toMatchObject({ created: 39, badCount: 1, bad: [{ line: 19, reason: 'Not this one.' }] })
      expect(records()).toHaveLength(39)
    },
  )

  it('skips, updates or adds what is there already, by id', async () => {
    const { run, records } = await world(withIds(5))
    await run('new')
    expect(await run('skip')).toMatchObject({ created: 0, skipped: 5 })
    expect(await run('update')).toMatchObject({ created: 0, updated: 5 })
    expect(records()).toHaveLength(5)
    expect(await run('add')).toMatchObject({ created: 5, skipped: 0 })
    expect(await run('add')).toMatchObject({ created: 5 })
    const ids = records().map(({ external_id }) => external_id)
    expect(ids.slice(5)).toEqual(['x0-2', 'x1-2', 'x2-2', 'x3-2', 'x4-2', 'x0-3', 'x1-3', 'x2-3', 'x3-3', 'x4-3'])
    expect(new Set(ids).size).toBe(15)
  })

  it('recognises rows without ids by their texts', async () => {
    const { run, records } = await world('text,label\nOne and one,a\nTwo and two,b\nOne and one,a\n')
    await run('new')
    expect(await run('skip')).toMatchObject({ created: 0, skipped: 3 })
    expect(records()).toHaveLength(3)
  })

  it('writes nothing more once it is stopped, and goes on by skipping', async () => {
    const { store, run, records } = await world(withIds(5000))
    const stop = new AbortController()
    store.trouble = ({ items }) => {
      if (items[0]?.external_id === 'x1000') stop.abort()
      return undefined
    }
    await expect(run('add', { signal: stop.signal })).rejects.toThrow(/abort/i)
    const written = records().length
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(records()).toHaveLength(written)
    expect(written).toBeLessThan(2000)
    expect(await run('skip')).toMatchObject({ skipped: written, created: 5000 - written })
  })
})
