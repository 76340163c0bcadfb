import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { countRecords } from '@postil/importing/convert/count-records'
import { readManifest } from '@postil/importing/export/manifest'
import { scanFile } from '@postil/importing/read/scan'
import { fakeStore } from '@postil/importing/testing/fake-store'
import { uploadFile } from '@postil/importing/upload/upload'
import { describe, expect, it } from 'vitest'
import { createSample } from './create-sample.ts'
import { LICENCES_PATH, SAMPLE_KINDS, type SampleKind, samplePath } from './samples.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../../public', path), 'utf8')

function world() {
  const store = fakeStore()
  const create = (kind: SampleKind) =>
    createSample(kind, {
      client: store.client,
      engine: {
        scan: scanFile,
        count: countRecords,
        upload: (job, options) => uploadFile(job, { ...options, client: store.client }),
      },
      user: { id: 'u1', username: 'maria', role: 'owner' },
      workspaceId: 'w1',
      fetch: async (path) => new Response(read(String(path))),
    })
  return { store, create }
}

describe('the bundled samples', () => {
  it.each([
    ['banking77', 200, ['label_selection']],
    ['gsm8k', 60, ['ranking', 'rating', 'multi_label_selection', 'text']],
    ['wnut17', 120, ['span']],
  ] as const)('%s becomes a dataset with all its records and a suggestion in each', async (kind, count, types) => {
    const { store, create } = world()
    const dataset = store.datasets.get(await create(kind))
    expect(dataset?.status).toBe('ready')
    expect(dataset?.parts.questions?.map(({ settings }) => Object(settings).type)).toEqual(types)
    expect(dataset?.records).toHaveLength(count)
    expect(dataset?.records.every(({ suggestions }) => suggestions?.length === 1)).toBe(true)
  })

  it('has all 77 intents to choose from, and marks of three systems', async () => {
    const { store, create } = world()
    const banking = store.datasets.get(await create('banking77'))
    expect(Object(banking?.parts.questions?.[0]?.settings).options).toHaveLength(77)
    const posts = store.datasets.get(await create('wnut17'))
    const agents = posts?.records.flatMap(({ suggestions }) => suggestions?.map(({ agent }) => agent) ?? [])
    expect(new Set(agents).size).toBe(3)
  })

  it('can be created again beside the first', async () => {
    const { store, create } = world()
    await create('wnut17')
    await create('wnut17')
    expect([...store.datasets.values()].map(({ name }) => name)).toEqual([
      'Names in noisy text',
      'Names in noisy text 2',
    ])
  })

  it.each(SAMPLE_KINDS)('%s is as its manifest says, and names its source and licence', (kind) => {
    const records = read(samplePath(kind, 'jsonl'))
    const manifest = readManifest(read(samplePath(kind, 'manifest.json')))
    expect(manifest?.file?.sha256).toBe(createHash('sha256').update(records).digest('hex'))
    expect(manifest?.schema.guidelines).toMatch(/Source: .*(CC BY 4\.0|MIT)\./)
    expect(read(LICENCES_PATH)).toContain(`${kind}.jsonl`)
  })
})
