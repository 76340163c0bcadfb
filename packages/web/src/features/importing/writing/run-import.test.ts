import { countRecords } from '@postil/importing/convert/count-records'
import { guessPlan } from '@postil/importing/guess/guess'
import { scanFile } from '@postil/importing/read/scan'
import { fakeStore } from '@postil/importing/testing/fake-store'
import { uploadFile } from '@postil/importing/upload/upload'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deleteUnfinished, runImport } from './run-import.ts'
import { findUnfinished, keepUnfinished } from './unfinished.ts'

const USER = { id: 'u1', username: 'maria', role: 'owner' as const }

beforeEach(() => localStorage.clear())
afterEach(() => vi.useRealTimers())

async function world() {
  const store = fakeStore()
  const rows = Array.from({ length: 1500 }, (_, at) => `Some words ${at},${'ab'[at % 2]}`)
  const file = new File([`text,label\n${rows.join('\n')}\n`], 'a.csv')
  const scan = await scanFile(file)
  const plan = guessPlan(scan.profile, scan.encoding)
  const planned = { file, scan, manifest: undefined, plan, to: { kind: 'new' as const, name: 'a', workspaceId: 'w1' } }
  const stop = new AbortController()
  const run = () =>
    runImport(planned, {
      client: store.client,
      engine: {
        scan: scanFile,
        count: countRecords,
        upload: (job, options) => uploadFile(job, { ...options, client: store.client, sleep: async () => undefined }),
      },
      user: USER,
      signal: stop.signal,
      onProgress: () => undefined,
    })
  return { store, run, stop }
}

describe('a new dataset', () => {
  it('is published, holds its records, and leaves no trace of being unfinished', async () => {
    const { store, run } = await world()
    const { datasetId, result } = await run()
    expect(store.datasets.get(datasetId)).toMatchObject({ name: 'a', status: 'ready' })
    expect(store.datasets.get(datasetId)?.records).toHaveLength(1500)
    expect(result.created).toBe(1500)
    expect(await findUnfinished(USER.id, Number.POSITIVE_INFINITY)).toBeUndefined()
  })

  it.each([
    ['a question is refused', /\/questions$/],
    ['publishing fails', /\/publish$/],
    ['records are refused', /\/bulk$/],
    ['people cannot be asked for', /\/users$/],
  ])('is gone when %s', async (_, path) => {
    const { store, run } = await world()
    store.trouble = (call) => (path.test(call.path) ? { status: 403, detail: 'No.' } : undefined)
    await expect(run()).rejects.toMatchObject({ status: 403 })
    expect(store.datasets.size).toBe(0)
    expect(await findUnfinished(USER.id, Number.POSITIVE_INFINITY)).toBeUndefined()
  })

  it('is gone when it is cancelled in the middle', async () => {
    const { store, run, stop } = await world()
    store.trouble = ({ items }) => {
      if (items.length > 0) stop.abort()
      return undefined
    }
    await expect(run()).rejects.toThrow(/abort/i)
    expect(store.calls.some(({ items }) => items.length > 0)).toBe(true)
    expect(store.datasets.size).toBe(0)
  })

  it('stays remembered when the server is away while it should be deleted', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { store, run } = await world()
    store.trouble = ({ items, method }) => (items.length > 0 || method === 'DELETE' ? 'down' : undefined)
    await expect(run()).rejects.toThrow('The server did not answer.')
    expect(store.datasets.size).toBe(1)
    vi.setSystemTime(Date.now() + 60_000)
    const left = await findUnfinished(USER.id)
    expect(left?.name).toBe('a')
    store.trouble = undefined
    expect(left && (await deleteUnfinished(store.client, USER.id, left))).toBe(true)
    expect(store.datasets.size).toBe(0)
    expect(await findUnfinished(USER.id)).toBeUndefined()
  })
})

describe('unfinished imports', () => {
  it('are those whose tab has been silent for a while', async () => {
    vi.useFakeTimers()
    const end = keepUnfinished(USER.id, { datasetId: 'd', name: 'n' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await findUnfinished(USER.id)).toBeUndefined()
    end()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await findUnfinished('somebody else')).toBeUndefined()
    expect(await findUnfinished(USER.id)).toEqual({ datasetId: 'd', name: 'n' })
  })

  it('are found where an earlier version of the app kept them', async () => {
    const old = { datasetId: 'old', name: 'o', beatMs: 0 }
    localStorage.setItem('postil.import.unfinished', JSON.stringify(old))
    expect(await findUnfinished('another')).toEqual({ datasetId: 'old', name: 'o' })
    expect(localStorage.length).toBe(0)
    expect(await findUnfinished('another')).toEqual({ datasetId: 'old', name: 'o' })
  })
})
