import { createHash } from 'node:crypto'
import type { RecordUpsert } from '@postil/contract/feedback/records'
import { guessPlan } from '@postil/domain/importing/guess'
import { type ExportFormat, readManifest } from '@postil/domain/importing/manifest'
import type { DatasetSchema } from '@postil/domain/importing/plan'
import { labelOptions } from '@postil/domain/importing/question-for'
import { describe, expect, it, vi } from 'vitest'
import { createDataset } from '../../importing/engine/create-dataset.ts'
import { scanFile } from '../../importing/engine/scan.ts'
import { uploadFile } from '../../importing/engine/upload.ts'
import { fakeStore } from '../../importing/testing/fake-store.ts'
import { withOneKindOfBytes } from '../../importing/testing/node-bytes.ts'
import { FORMATS } from './encoders.ts'
import { type ExportJob, exportRecords } from './export-records.ts'

withOneKindOfBytes()

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
      metadata: at % 2 ? { age: at, 'free key': [1, null] } : null,
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
      userId: 'u1',
    },
    format,
    choice: { responses: 'all', suggestions: true, metadata: true, vectors: true },
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

/** What a record holds, by the names of its questions. */
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
    const target = { ...again, userId: 'u1', users: new Map([['u1', 'u1']]) }
    const upload = await uploadFile(
      { file, reading: scan.reading, plan, target, mode: 'new' },
      { client: store.client },
    )
    expect(upload).toMatchObject({ created: 1100, badCount: 0, notes: [] })
    const back = store.datasets.get(again.datasetId)?.records ?? []
    expect(back.map(contentOf)).toEqual(records.map(contentOf))
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
    expect(JSON.parse(result.manifest).counts).toEqual({ records: 1200, responses: 960, suggestions: 900 })
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
    const choice = { responses: 'mine' as const, suggestions: false, metadata: false, vectors: false }
    store.calls.length = 0
    const { manifest } = await exportRecords(
      { ...job('csv'), choice, statuses: ['submitted', 'draft'] },
      { client: store.client, write: async () => undefined },
    )
    expect(readManifest(manifest)?.schema).toEqual({ ...SCHEMA, vectors: [] })
    expect(store.calls.map(({ path, query }) => [path.replace(/[^/]*-[^/]*/, '…'), query])).toEqual([
      [
        '/api/v1/me/datasets/…/records',
        'include=responses&offset=0&limit=500&response_status=submitted&response_status=draft&sort_by=inserted_at%3Aasc',
      ],
    ])
  })
})
