import { createHash } from 'node:crypto'
import type { Metadata } from '@postil/contract/feedback/record-parts'
import type { RecordUpsert } from '@postil/contract/feedback/records'
import { EXACT_JSON } from '@postil/domain/wire/exact-json'
import { createClient } from '@postil/sdk/client'
import { parquetReadObjects } from 'hyparquet'
import { describe, expect, it, vi } from 'vitest'
import { guessPlan } from '../guess/guess'
import { labelOptions } from '../guess/question-for'
import type { DatasetSchema } from '../plan/plan'
import { scanFile } from '../read/scan'
import { fakeStore } from '../testing/fake-store'
import { createDataset } from '../upload/create-dataset'
import { uploadFile } from '../upload/upload'
import { FORMATS } from './encoders'
import { type ExportJob, exportRecords } from './export-records'
import { type ExportFormat, readManifest } from './manifest'

const SCHEMA: DatasetSchema = {
  guidelines: 'Read well.',
  allowExtraMetadata: true,
  minSubmitted: 2,
  fields: [{ name: 'text', title: 'Text', required: true, settings: { type: 'text', use_markdown: true } }],
  questions: [
    {
      name: 'label',
      title: 'Label',
      description: null,
      required: true,
      settings: { type: 'label_selection', options: labelOptions(['a', '=b']), visible_options: null },
    },
    {
      name: 'why',
      title: 'Why',
      description: 'In words',
      required: false,
      settings: { type: 'text', use_markdown: false },
    },
  ],
  metadata: [
    { name: 'age', title: 'Age', visible_for_annotators: true, settings: { type: 'integer', min: null, max: null } },
    { name: 'ratio', title: 'Ratio', visible_for_annotators: true, settings: { type: 'float', min: null, max: null } },
  ],
  vectors: [{ name: 'v', title: 'V', dimensions: 2 }],
}

async function world(count: number) {
  const store = fakeStore()
  const made = await createDataset(store.client, { name: 'All kinds', workspaceId: 'w1', schema: SCHEMA })
  const label = made.questionIds.get('label') ?? ''
  const records = store.datasets.get(made.datasetId)?.records ?? []
  for (let at = 0; at < count; at += 1) {
    records.push({
      id: `10000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
      external_id: at % 3 ? `id ${at}` : null,
      fields: { text: ['=1+1', '-2 "quoted", ünï', '漢字\nشكرا 🙂'][at % 3] ?? '' },
      metadata: at % 2 ? { age: at, 'free key': [1, null] } : at % 3 ? (NUMBERS[(at / 2) % 4] ?? null) : null,
      suggestions:
        at % 4 ? [{ question_id: label, value: '=b', score: 0.25, agent: 'bert', type: 'model' as const }] : [],
      responses:
        at % 5
          ? [{ user_id: 'u1', status: 'submitted' as const, values: { label: { value: 'a' }, why: { value: "'=x" } } }]
          : [],
      vectors: at % 2 ? { v: [0.5, -1] } : {},
    })
  }
  const job = (format: ExportFormat): ExportJob => ({
    datasetId: made.datasetId,
    dataset: { name: 'All kinds', workspace: 'w' },
    schema: SCHEMA,
    names: {
      questions: new Map([...made.questionIds].map(([name, id]) => [id, name])),
      users: new Map([['u1', 'maria']]),
      people: ['u1'],
      userId: 'u1',
    },
    format,
    choice: {
      responses: 'all',
      layout: format === 'csv' ? 'columns' : 'nested',
      suggestions: true,
      resolutions: true,
      final: true,
      doubts: true,
      metadata: true,
      vectors: true,
    },
    statuses: [],
    fileName: `All kinds${FORMATS[format].ending}`,
    exportedAt: '2026-01-01T00:00:00Z',
  })
  return { store, records, job }
}

async function exported(job: ExportJob, client: ReturnType<typeof fakeStore>['client']) {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const result = await exportRecords(job, {
    client,
    write: async (bytes) => {
      pieces.push(bytes)
    },
  })
  return { result, pieces, bytes: Buffer.concat(pieces) }
}

/** An integer that a `number` would round, one with more than 64 bits, and numbers whose sign or notation is easily lost. */
const NUMBERS: Metadata[] = [
  { age: 12345678901234567n, ratio: 1e21 },
  { age: -(2n ** 63n), ratio: -0 },
  { age: 10n ** 30n, ratio: 1, 'free key': [9007199254740993n] },
  { age: 7, ratio: 0 },
]

/** The content of a record, by names of questions. */
function contentOf({ external_id, fields, metadata, suggestions, responses, vectors }: RecordUpsert, position: number) {
  const parts = (suggestions ?? []).map(({ value, score, agent, type }) => [value, score, agent, type])
  return [external_id ?? position, fields, metadata ?? null, parts, responses ?? [], vectors ?? {}]
}

describe('exportRecords', () => {
  it.each<ExportFormat>(['jsonl', 'csv', 'parquet'])('as %s comes back as the same dataset', async (format) => {
    const { store, records, job } = await world(1100)
    const { result, bytes } = await exported(job(format), store.client)
    expect(result.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))

    const manifest = readManifest(result.manifest)
    expect(manifest).toMatchObject({
      schema: SCHEMA,
      records: 1100,
      file: { bytes: bytes.length, sha256: result.sha256 },
    })
    if (!manifest) return
    const file = new File([new Uint8Array(bytes)], job(format).fileName)
    const scan = await scanFile(file)
    expect(scan.badCount).toBe(0)
    const plan = guessPlan(scan.profile, scan.encoding, manifest.schema)
    const again = await createDataset(store.client, { name: 'Again', workspaceId: 'w1', schema: manifest.schema })
    const target = {
      ...again,
      userId: 'u1',
      users: new Map([
        ['maria', 'u1'],
        ['u1', 'u1'],
      ]),
    }
    const upload = await uploadFile(
      { file, reading: scan.reading, plan, target, mode: 'new' },
      { client: store.client },
    )
    expect(upload).toMatchObject({ created: 1100, badCount: 0, notes: [] })
    const back = store.datasets.get(again.datasetId)?.records ?? []
    expect(back.map(contentOf)).toEqual(records.map(contentOf))
  })

  it('writes whole numbers into Parquet as what they are', async () => {
    const { store, records, job } = await world(3)
    for (const [at, record] of records.entries()) record.metadata = NUMBERS[at] ?? null
    const { bytes } = await exported(job('parquet'), store.client)
    const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer })
    expect(rows.map((row) => [row['metadata.age'], row['metadata.ratio'], row.extra_metadata])).toEqual([
      [12345678901234567n, 1e21, null],
      [-(2n ** 63n), -0, null],
      [null, 1, '{"age":1000000000000000000000000000000,"free key":[9007199254740993]}'],
    ])
  })

  it('goes on where records were deleted from a page, and counts what is in the file', async () => {
    const { records, job } = await world(7)
    // A page is shorter when records are deleted between finding and reading them.
    const pages = [records.slice(0, 3), [], records.slice(3, 6), records.slice(6)]
    const asked: (string | null)[] = []
    const fetch = async (address: string | URL | Request) => {
      const after = new URL(String(address), 'http://store').searchParams.get('after')
      const at = asked.push(after) - 1
      const next = at < pages.length - 1 ? `p${at}` : null
      return new Response(EXACT_JSON.write({ items: pages[at], total: 900, next }))
    }
    const client = createClient({ json: EXACT_JSON, fetch })
    const { result, bytes } = await exported(job('jsonl'), client)
    expect(asked).toEqual(['', 'p0', 'p1', 'p2'])
    const lines = bytes.toString().trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).id)).toEqual(records.map(({ id }) => id))
    expect(JSON.parse(result.manifest).counts).toMatchObject({ records: 7 })
    expect(result).toMatchObject({ records: 7, total: 7 })
  })

  it('counts what it wrote and tells how far it is', async () => {
    const { store, job } = await world(1200)
    const onProgress = vi.fn()
    const result = await exportRecords(job('csv'), { client: store.client, write: async () => undefined, onProgress })
    expect(onProgress.mock.calls.map(([{ records, total }]) => [records, total])).toEqual([
      [500, 1200],
      [1000, 1200],
      [1200, 1200],
    ])
    expect(JSON.parse(result.manifest).counts).toEqual({
      records: 1200,
      responses: 960,
      suggestions: 900,
      resolutions: 0,
      doubts: 0,
    })
  })

  it('waits for the disk before it goes on', async () => {
    const { store, job } = await world(1200)
    let open = 0
    let most = 0
    await exportRecords(job('jsonl'), {
      client: store.client,
      write: async () => {
        open += 1
        most = Math.max(most, open)
        await new Promise((resolve) => setTimeout(resolve, 1))
        open -= 1
      },
    })
    expect(most).toBe(1)
  })

  it('goes on where it was when a server that stopped is back', async () => {
    const { store, job } = await world(1200)
    const whole = await exported(job('jsonl'), store.client)
    let failures = 0
    store.trouble = ({ query }) => {
      if (/after=[^&]/.test(query) && failures < 3) {
        failures += 1
        return failures === 2 ? { status: 503, detail: 'starting' } : 'down'
      }
      return undefined
    }
    const waits: number[] = []
    const told: (boolean | undefined)[] = []
    const pieces: Uint8Array[] = []
    const result = await exportRecords(job('jsonl'), {
      client: store.client,
      write: async (bytes) => {
        pieces.push(bytes)
      },
      sleep: async (ms) => {
        waits.push(ms)
      },
      onProgress: ({ isWaiting }) => told.push(isWaiting),
    })
    expect(waits).toEqual([500, 1000, 2000])
    expect(told).toContain(true)
    expect(told.at(-1)).toBeUndefined()
    expect(Buffer.concat(pieces).equals(whole.bytes)).toBe(true)
    expect(result.sha256).toBe(whole.result.sha256)
  })

  it('ends when what it exports is gone, or when the server is down from the start', async () => {
    const { store, job } = await world(1200)
    const sleep = vi.fn()
    const run = () => exportRecords(job('jsonl'), { client: store.client, write: async () => undefined, sleep })
    store.trouble = ({ query }) => (/after=[^&]/.test(query) ? { status: 404, detail: 'gone' } : undefined)
    await expect(run()).rejects.toHaveProperty('status', 404)
    store.trouble = () => 'down'
    await expect(run()).rejects.toThrow()
    expect(sleep).not.toHaveBeenCalled()
  })

  it('stops when it is told to', async () => {
    const { store, job } = await world(2000)
    const stop = new AbortController()
    const write = vi.fn(async () => stop.abort())
    const run = exportRecords(job('csv'), { client: store.client, write, signal: stop.signal })
    await expect(run).rejects.toThrow(/abort/i)
    expect(write).toHaveBeenCalledOnce()
  })

  it('asks only for what was chosen', async () => {
    const { store, job } = await world(1)
    const choice = {
      responses: 'mine' as const,
      layout: 'columns' as const,
      suggestions: false,
      resolutions: false,
      final: false,
      doubts: false,
      metadata: false,
      vectors: false,
    }
    store.calls.length = 0
    const { manifest } = await exportRecords(
      { ...job('csv'), choice, statuses: ['submitted', 'draft'] },
      { client: store.client, write: async () => undefined },
    )
    expect(readManifest(manifest)?.schema).toEqual({ ...SCHEMA, vectors: [] })
    expect(store.calls.map(({ path, query }) => [path.replace(/[^/]*-[^/]*/, '…'), query])).toEqual([
      [
        '/api/v1/me/datasets/…/records',
        'include=responses&after=&limit=500&response_status=submitted&response_status=draft&sort_by=inserted_at%3Aasc',
      ],
    ])
  })
})
