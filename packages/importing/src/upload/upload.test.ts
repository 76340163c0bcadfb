import { describe, expect, it, vi } from 'vitest'
import { guessPlan } from '../guess/guess'
import { scanFile } from '../read/scan'
import { fakeStore } from '../testing/fake-store'
import { createDataset } from './create-dataset'
import type { KnownMode } from './known-records'
import { type UploadOptions, uploadFile } from './upload'
import type { UploadProgress } from './upload-progress'

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
  const run = (
    mode: 'new' | KnownMode,
    options: Partial<UploadOptions> = {},
    checkpoint?: UploadProgress['checkpoint'],
  ) =>
    uploadFile(
      { file, reading: scan.reading, plan, target, mode, checkpoint },
      { client: store.client, sleep: async () => undefined, ...options },
    )
  /** Update the dataset from another file. */
  const runOther = async (text: string) => {
    const other = new File([text], 'b.csv')
    const { reading, profile, encoding } = await scanFile(other)
    const plan = guessPlan(profile, encoding, schema)
    const job = { file: other, reading, plan, target, mode: 'update' as const }
    return { plan, result: await uploadFile(job, { client: store.client, sleep: async () => undefined }) }
  }
  const records = () => store.datasets.get(datasetId)?.records ?? []
  return { store, run, runOther, records }
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

  it('writes nothing more once it is stopped', async () => {
    const { store, run, records } = await world(withIds(2500))
    const stop = new AbortController()
    store.trouble = ({ items }) => {
      if (items[0]?.external_id === 'x1000') stop.abort()
      return undefined
    }
    await expect(run('skip', { signal: stop.signal })).rejects.toThrow(/abort/i)
    const written = records().length
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(records()).toHaveLength(written)
    expect(written).toBeLessThan(2000)
  })

  it('counts what is written once, also when an answer is lost', async () => {
    const { store, run } = await world(withIds(600))
    let isLost = false
    store.trouble = ({ items }) => {
      if (items.length === 0 || isLost) return undefined
      isLost = true
      return 'lost'
    }
    expect(await run('skip')).toMatchObject({ created: 600, updated: 0 })
  })
})

describe('rows without texts', () => {
  it('update the records that have their ids, and are told where there is none', async () => {
    const { run, records, runOther } = await world(withIds(1203))
    await run('new')
    const own = records()[5]?.id ?? ''
    const before = structuredClone(records())
    const rows = [
      'x1,b',
      'nowhere,b',
      `${own.toUpperCase()},a`,
      ...Array.from({ length: 1000 }, (_, at) => `x${at + 10},b`),
    ]
    const { result, plan } = await runOther(`id,label\n${rows.join('\n')}\n`)
    expect(plan.columns.map(({ use }) => use.kind)).toEqual(['id', 'suggestion'])
    const bad = [{ line: 3, reason: 'The dataset has no record with the id “nowhere”.', text: '["nowhere","b"]' }]
    expect(result).toMatchObject({ created: 0, updated: 1002, skipped: 0, badCount: 1, bad })
    const expected = before.map((record, at) => {
      const value = at === 5 ? 'a' : at === 1 || (at >= 10 && at < 1010) ? 'b' : undefined
      return value === undefined ? record : { ...record, suggestions: [expect.objectContaining({ value })] }
    })
    expect(records()).toEqual(expected)
  })

  it('change nothing where the same comes again with ids that are unknown', async () => {
    const { store, run, records, runOther } = await world(withIds(3))
    await run('new')
    const before = structuredClone(records())
    const calls = store.calls.length
    const { result } = await runOther('message_id,label\nq1,a\nq2,b\n')
    expect(result).toMatchObject({ created: 0, updated: 0, badCount: 2 })
    expect(records()).toEqual(before)
    expect(store.calls.slice(calls).every(({ method }) => method === 'GET')).toBe(true)
  })

  it('are told with what they say where the server refuses them', async () => {
    const { store, run, runOther } = await world(withIds(3))
    await run('new')
    store.trouble = ({ items }) =>
      items.some(({ external_id }) => external_id === 'x1') ? { status: 422, detail: 'Not this one.' } : undefined
    const { result } = await runOther('id,label\nx0,b\nx1,b\n')
    const bad = [{ line: 3, reason: 'Not this one.', text: expect.stringContaining('"x1"') }]
    expect(result).toMatchObject({ updated: 1, badCount: 1, bad })
  })
})

const EXPORT = (count: number) =>
  `${Array.from({ length: count }, (_, at) =>
    JSON.stringify({
      id: `10000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
      // Some records have an external id, others have none.
      external_id: at % 3 === 0 ? `x${at}` : null,
      fields: { text: `Some words ${at}` },
      suggestions: { label: { value: LABELS[at % 2] } },
    }),
  ).join('\n')}\n`

describe('an upload that was stopped', () => {
  /** Stop an upload at the first request after row `at`, before or after the request was executed, and resume it. */
  async function stopped(text: string, name: string, mode: KnownMode, at: number, isWritten: boolean) {
    const given = await world(text, name)
    const { store, run, records } = given
    await run('new')
    if (mode === 'add') await run('add')
    const before = records().length
    let checkpoint: UploadProgress['checkpoint']
    let sent = 0
    store.trouble = ({ items }) => {
      sent += items.length
      if (items.length === 0 || sent <= at) return undefined
      return isWritten && sent - items.length <= at ? 'lost' : { status: 403, detail: 'No more.' }
    }
    const onProgress = (progress: UploadProgress) => {
      checkpoint = structuredClone(progress.checkpoint)
    }
    await expect(run(mode, { onProgress })).rejects.toMatchObject({ status: 403 })
    store.trouble = undefined
    const resent = store.calls.length
    const result = await run(mode, {}, checkpoint)
    const sentAgain = store.calls.slice(resent).reduce((sum, { items }) => sum + items.length, 0)
    return { ...given, before, checkpoint, result, sentAgain }
  }

  it.each([
    [0, true],
    [0, false],
    [1000, true],
    [1000, false],
  ])('adds every row once more, none twice, stopped after %i rows (written: %s)', async (at, isWritten) => {
    const { records, before, result, sentAgain, checkpoint } = await stopped(
      withIds(1203),
      'a.csv',
      'add',
      at,
      isWritten,
    )
    expect(checkpoint?.rows).toBe(at)
    expect(before).toBe(2406)
    expect(result).toMatchObject({ created: 1203, updated: 0, skipped: 0, badCount: 0 })
    expect(sentAgain).toBe(1203 - at)
    const ids = records().map(({ external_id }) => external_id)
    const copies = (ending: string) => Array.from({ length: 1203 }, (_, row) => `x${row}${ending}`)
    expect(ids).toEqual([...copies(''), ...copies('-2'), ...copies('-3')])
  })

  it.each<[KnownMode, number]>([
    ['add', 4806],
    ['skip', 2670],
    ['update', 2670],
  ])('writes rows that nothing is known by once: %s', async (mode, count) => {
    // Records created from an export get new ids, so that only external ids are recognised.
    const { records, result } = await stopped(EXPORT(1602), 'a.jsonl', mode, 1000, true)
    expect(records()).toHaveLength(count)
    expect(result.badCount).toBe(0)
    const texts = new Map<unknown, number>()
    for (const { fields } of records()) texts.set(fields?.text, (texts.get(fields?.text) ?? 0) + 1)
    const each = mode === 'add' ? [3, 3, 3] : [1, 2, 2]
    expect([0, 1, 2].map((row) => texts.get(`Some words ${row}`))).toEqual(each)
    expect([1599, 1600, 1601].map((row) => texts.get(`Some words ${row}`))).toEqual(each)
  })

  it('still tells which rows were refused before', async () => {
    const { store, run, records } = await world(withIds(1200))
    let checkpoint: UploadProgress['checkpoint']
    const isRefused = (id: string | null | undefined) => id === 'x17'
    store.trouble = ({ items }) => {
      if (items.some(({ external_id }) => isRefused(external_id))) return { status: 422, detail: 'Not this one.' }
      return items.some(({ external_id }) => external_id === 'x600') ? { status: 403, detail: 'No more.' } : undefined
    }
    const onProgress = (progress: UploadProgress) => {
      checkpoint = progress.checkpoint
    }
    await expect(run('add', { onProgress })).rejects.toMatchObject({ status: 403 })
    store.trouble = undefined
    const bad = [{ line: 19, reason: 'Not this one.' }]
    expect(await run('add', {}, checkpoint)).toMatchObject({ created: 1199, badCount: 1, bad })
    expect(records().map(({ external_id }) => external_id)).not.toContain('x17')
  })

  it('does not go on with another file', async () => {
    const { run } = await world(withIds(3))
    const other = await world(withIds(3).replace('words 1', 'words 7'))
    let checkpoint: UploadProgress['checkpoint']
    await run('add', { onProgress: (progress) => (checkpoint = progress.checkpoint) })
    expect(await run('add', {}, checkpoint)).toMatchObject({ created: 3 })
    await expect(other.run('add', {}, checkpoint)).rejects.toThrow('The file was changed since the import began')
  })
})
