import type { JobKind } from '@postil/contract/jobs'
import { describe, expect, it } from 'vitest'
import type { AppContext } from '../../../context'
import type { RunningJob } from '../../../jobs/job'
import { JobRunner } from '../../../jobs/job-runner'
import { engines } from '../../../testing/test-server'
import { removeTombstones } from '../records/remove-tombstones'
import { DatasetIndex } from '../search-thread/dataset-index'
import { fetchRows } from '../search-thread/fetch-rows'
import type { Fetcher } from '../search-thread/walk-rows'
import { type Json, type TaskDataset, type TaskWorld, taskWorld } from '../testing/task-world'
import { PartCache } from './part-cache'
import { sealRecords } from './seal-records'
import { insertParts, selectParts } from './segments.store'

const COUNT = 400

describe.each(engines)('records in segments on %s', (engine) => {
  it('give the same answers as before, also when they change and when segments are put together', {
    timeout: 120_000,
  }, async () => {
    const world = await taskWorld(engine)
    const ds = await world.dataset('TextClassification')
    for (let from = 0; from < COUNT; from += 100) await ds.log(range(from, 100).map((at) => record(at)))
    const before = await answersOf(ds)
    await seal(world, ds, { minTail: 50, maxDocs: 150 })
    expect((await segmentsOf(world, ds)).length).toBeGreaterThan(2)
    expect(await answersOf(ds)).toEqual(before)

    // Changes, after each of which some are sealed, are seen like those of a dataset that has no segments.
    const plain = await world.dataset('TextClassification')
    await plain.log(range(0, COUNT).map((at) => record(at)))
    for (let round = 0; round < 6; round += 1) {
      for (const one of [ds, plain]) {
        await one.log(range(round * 37, 30).map((at) => record(at, `changed${round}`)))
        await world.owner.delete(one.path('/data'), { ids: range(round * 53, 25) })
        await world.owner.delete(one.path('/data?mark_as_discarded=true'), { query_text: `word${round}` })
        await one.log(range(round * 53, 4).map((at) => record(at, 'again')))
      }
      if (round % 3 < 2) await seal(world, ds, { minTail: 20, maxDocs: round > 2 ? 1000 : 150 })
      expect(await answersOf(ds)).toEqual(await answersOf(plain))
    }
    await world.server.close()
  })

  it('consist of parts that are read as they were written, whatever their length', async () => {
    const world = await taskWorld(engine)
    const { engine: store } = world.server.context
    // Around the lengths at which base64 is padded or PostgreSQL breaks its lines, and longer than a block.
    const parts = [0, 1, 2, 3, 56, 57, 58, 113, 114, 115, 100_000].map((length) => ({
      id: `part/${length}`,
      value: Uint8Array.from({ length }, (_, at) => (at * 167 + (at >>> 8) + length) & 255),
    }))
    await store.transaction((tx) => insertParts(tx, parts))
    const ids = parts.map(({ id }) => id).toReversed()
    const found = await selectParts(store.db, ['part/none', ...ids])
    expect(found.map((part) => part && Buffer.from(part).toString('hex'))).toEqual([
      null,
      ...parts.map(({ value }) => Buffer.from(value).toString('hex')).toReversed(),
    ])
    await world.server.close()
  })

  it('are not read again by a search after a start, but those that are newer', { timeout: 60_000 }, async () => {
    const world = await taskWorld(engine)
    const ds = await world.dataset('TextClassification')
    await ds.log(range(0, COUNT).map((at) => record(at)))
    await seal(world, ds, { minTail: 50, maxDocs: 1000 })
    await ds.log(range(COUNT - 2, 5).map((at) => record(at, 'newer')))
    const { db } = world.server.context.engine
    const { id, version } = await rowOf(world, ds)
    let rows = 0
    const fetch = (async (asked) => {
      const page = await fetchRows(db, id, asked)
      if (asked.what === 'rows' && Array.isArray(page)) rows += page.length
      return page
    }) as Fetcher
    const index = new DatasetIndex(new PartCache(1_000_000))
    await index.catchUp(version, fetch)
    expect(index.live().count()).toBe(COUNT + 3)
    expect(rows).toBe(5)
    await world.server.close()
  })

  it('are built of many small changes, too', { timeout: 60_000 }, async () => {
    const world = await taskWorld(engine)
    const ds = await world.dataset('TextClassification')
    for (let from = 0; from < 80 * 40; from += 40) await ds.log(range(from, 40).map((at) => record(at)))
    await dueNow(world.server.context, 'seal_records', (await rowOf(world, ds)).id)
    await world.server.context.jobs.settle()
    expect((await segmentsOf(world, ds)).length).toBeGreaterThan(0)
    await world.server.close()
  })

  it('do not bring back records that are deleted, and forgotten, while the first segment is made', {
    timeout: 60_000,
  }, async () => {
    const world = await taskWorld(engine)
    const { context } = world.server
    const ds = await world.dataset('TextClassification')
    await ds.log(range(0, COUNT).map((at) => record(at)))
    const { id } = await rowOf(world, ds)
    let isDeleted = false
    const deleteMany = async () => {
      if (isDeleted) return
      isDeleted = true
      // The latest portion has more deletions than there are records left, so all of them may be forgotten.
      await world.owner.delete(ds.path('/data'), { ids: range(0, 50) })
      await world.owner.delete(ds.path('/data'), { ids: range(50, 250) })
      await dueNow(context, 'remove_tombstones', id)
      await new JobRunner(context, { remove_tombstones: removeTombstones(1) }).settle()
      const left = await context.engine.db.selectFrom('task_deletions').select('key').execute()
      expect(left).toEqual([])
    }
    const limits = { minTail: 50, maxDocs: 150 }
    await settle(world, id, limits, {
      run: (job, jobContext) => {
        // The records of the first segment have been read when it makes its first step.
        const step: RunningJob['step'] = async (work) => {
          await deleteMany()
          return job.step(work)
        }
        return sealRecords(limits.minTail, limits.maxDocs).run({ ...job, step }, jobContext)
      },
    })
    const found = async () => {
      const { body } = await ds.search({}, '?limit=500')
      return { total: body.total, ids: idsOf(body).toSorted() }
    }
    expect(await found()).toEqual({ total: 100, ids: range(300, 100) })
    const [job] = await context.engine.db.selectFrom('jobs').selectAll().where('kind', '=', 'seal_records').execute()
    expect(job).toMatchObject({ done: 100, total: 100 })
    await ds.log(range(300, 60).map((at) => record(at, 'again')))
    await settle(world, id, { minTail: 20, maxDocs: 150 })
    expect(await found()).toEqual({ total: 100, ids: range(300, 100) })
    await world.server.close()
  })

  it('are searched when older deletions are forgotten, also while newer records are in no segment', {
    timeout: 60_000,
  }, async () => {
    const world = await taskWorld(engine)
    const { context } = world.server
    const ds = await world.dataset('TextClassification')
    await ds.log(range(0, COUNT).map((at) => record(at)))
    const { id } = await rowOf(world, ds)
    await world.owner.delete(ds.path('/data'), { ids: range(0, 210) })
    await dueNow(context, 'remove_tombstones', id)
    await new JobRunner(context, { remove_tombstones: removeTombstones(1) }).settle()
    // The last 40 of 190 records stay behind a segment of 150.
    await settle(world, id, { minTail: 50, maxDocs: 150 })
    expect((await segmentsOf(world, ds)).map(({ docs }) => docs)).toEqual([150])
    const { body } = await ds.search({}, '?limit=500')
    expect(idsOf(body).toSorted()).toEqual(range(210, 190))
    await world.server.close()
  })

  it('are merged when deletions newer than the merged segments are forgotten', { timeout: 60_000 }, async () => {
    const world = await taskWorld(engine)
    const { context } = world.server
    const ds = await world.dataset('Text2Text')
    const limits = { minTail: 50, maxDocs: 150 }
    const log = (ids: number[], text: string) => ds.log(ids.map((at) => ({ id: at, text })))
    for (let from = 0; from < 750; from += 150) await log(range(from, 150), 'first')
    await seal(world, ds, limits)
    // These deletions are marked as dead in all segments by the newest of them, which is not merged below.
    await world.owner.delete(ds.path('/data'), { ids: range(0, 420) })
    await seal(world, ds, limits)
    const { id } = await rowOf(world, ds)
    await dueNow(context, 'remove_tombstones', id)
    await new JobRunner(context, { remove_tombstones: removeTombstones(1) }).settle()
    // Those of the first portion of 250 are forgotten.
    expect(await context.engine.db.selectFrom('task_deletions').select('key').execute()).toHaveLength(170)

    await log(range(450, 100), 'again')
    await seal(world, ds, limits)
    const docs = (await segmentsOf(world, ds)).map((segment) => segment.docs)
    expect(docs.toSorted((one, other) => one - other)).toEqual([0, 80, 100, 150])
    const { body } = await ds.search({}, '?limit=500')
    expect([body.total, idsOf(body).toSorted()]).toEqual([330, range(420, 330)])
    expect((await ds.search({ query: { query_text: 'again' } })).body.total).toBe(100)
    await world.server.close()
  })

  it('keep long values in parts that are not much larger than others', { timeout: 60_000 }, async () => {
    const world = await taskWorld(engine)
    const ds = await world.dataset('Text2Text')
    const sentence = (at: number) => `${'the same beginning '.repeat(8)}${at % 90} ${'and a long end '.repeat(800)}`
    await ds.log(
      range(0, 120).map((id) => ({
        id,
        text: `text ${id}`,
        prediction: { agent: 'long', sentences: [{ text: sentence(id), score: 0.5 }] },
      })),
    )
    const before = await totalsOf(ds, LONG_QUERIES)
    await seal(world, ds, { minTail: 50, maxDocs: 1000 })
    expect(await totalsOf(ds, LONG_QUERIES)).toEqual(before)
    expect(before.every((total) => total > 0)).toBe(true)
    const { db } = world.server.context.engine
    const parts = await db.selectFrom('task_segment_parts').selectAll().execute()
    const longest = Math.max(...parts.filter(({ id }) => /d\d+$/.test(id)).map(({ value }) => value.byteLength))
    expect(longest).toBeGreaterThan(12_000)
    expect(longest).toBeLessThan(100_000)
    const { meta } = await db.selectFrom('task_segments').select('meta').executeTakeFirstOrThrow()
    expect(meta.length).toBeLessThan(60_000)
    await world.server.close()
  })

  it.each(['30', '0'])('go with their deleted dataset, POSTIL_BIN_DAYS=%s', { timeout: 60_000 }, async (binDays) => {
    const world = await taskWorld(engine, { POSTIL_BIN_DAYS: binDays })
    const ds = await world.dataset('Text2Text')
    await ds.log(range(0, 200).map((id) => ({ id, text: `text ${id}` })))
    await seal(world, ds, { minTail: 50, maxDocs: 1000 })
    const { id } = await rowOf(world, ds)
    const { db } = world.server.context.engine
    const parts = () => db.selectFrom('task_segment_parts').select('id').execute()
    expect(await parts()).not.toEqual([])
    expect((await world.owner.delete(ds.path(''))).status).toBe(200)
    if (binDays !== '0') expect((await world.owner.delete(`/api/v1/bin/${id}`)).status).toBe(200)
    await world.server.context.jobs.settle()
    await settle(world, id, { minTail: 50, maxDocs: 1000 })
    expect(await parts()).toEqual([])
    expect(await db.selectFrom('task_segments').select('id').execute()).toEqual([])
    await world.server.close()
  })
})

interface Limits {
  minTail: number
  maxDocs: number
}

async function seal(world: TaskWorld, ds: TaskDataset, limits: Limits): Promise<void> {
  await settle(world, (await rowOf(world, ds)).id, limits)
}

/** Do the job of a dataset now. */
async function settle(
  { server: { context } }: TaskWorld,
  id: string,
  { minTail, maxDocs }: Limits,
  sealing = sealRecords(minTail, maxDocs),
): Promise<void> {
  await dueNow(context, 'seal_records', id)
  await new JobRunner(context, { seal_records: sealing }).settle()
  const failed = await context.engine.db.selectFrom('jobs').select('error').where('error', 'is not', null).execute()
  expect(failed).toEqual([])
}

async function dueNow({ engine }: AppContext, kind: JobKind, id: string): Promise<void> {
  await engine.transaction((tx) =>
    tx.updateTable('jobs').set({ due_at: 1 }).where('kind', '=', kind).where('subject', '=', id).execute(),
  )
}

async function totalsOf(ds: TaskDataset, queries: readonly string[]): Promise<number[]> {
  const totals: number[] = []
  for (const query_text of queries) totals.push((await ds.search({ query: { query_text } }, '?limit=1')).body.total)
  return totals
}

function rowOf({ server }: TaskWorld, { name }: TaskDataset) {
  const rows = server.context.engine.db.selectFrom('task_datasets').select(['id', 'version'])
  return rows.where('name', '=', name).executeTakeFirstOrThrow()
}

async function segmentsOf(world: TaskWorld, ds: TaskDataset) {
  const { id } = await rowOf(world, ds)
  return world.server.context.engine.db
    .selectFrom('task_segments')
    .select(['id', 'docs'])
    .where('dataset_id', '=', id)
    .where('state', '=', 'live')
    .execute()
}

const LONG_QUERIES = ['predicted_as:the*', 'predicted_as:*beginning*', 'predicted_as:/the same.*end /', 'text:text']
const QUERIES = [
  '',
  'word3',
  'word3 OR word5',
  '"word1 word2"',
  '"word2 word1"~3',
  'wo?d1*',
  'word12~1',
  '/word[1-3].*/',
  'NOT word4',
  'inputs.title:odd',
  'inputs.title.exact:Odd*',
  'metadata.tag.text:BLUE',
  'metadata.number:[10 TO 90}',
  'metadata.day:>2020-01-15',
  'annotated_as:a',
  '_exists_:annotated_by',
  'changed1',
  'predictions.m1.labels.score:>0.5',
  'metrics.text_length:>40',
  'multi_label:false',
]

/** What can be asked of a dataset, in an order that does not depend on how it is kept. */
async function answersOf(ds: TaskDataset): Promise<unknown> {
  const answers: unknown[] = []
  for (const query_text of QUERIES) {
    const { body } = await ds.search({ query: { query_text } }, '?limit=30')
    answers.push([query_text, body.total, rounded(body.aggregations), idsOf(body)])
  }
  const sort = [
    { id: 'metadata.tag', order: 'desc' },
    { id: 'metadata.number', order: 'asc' },
  ]
  for (const from of [0, 200]) answers.push(idsOf((await ds.search({ sort }, `?from=${from}`)).body))
  answers.push(idsOf((await ds.search({ query: { vector: { name: 'v', value: [100.4, 1], k: 7 } } })).body))
  for (const metric of ['F1', 'MultiLabelF1', 'dataset_labels', 'text_length', 'words_cloud', 'error_distribution'])
    answers.push([metric, (await ds.metric(metric)).body])
  answers.push((await ds.metric('words_cloud', '?text_field=metadata.tag')).body)
  const walked = await ds.scan({ query: { query_text: 'word1* OR word2*' } }, '?limit=250')
  answers.push(idsOf(walked.body))
  return answers
}

/** Sums of fractions depend a little on the order in which they are added. */
function rounded(found: unknown): unknown {
  return JSON.parse(
    JSON.stringify(found, (_, value) =>
      typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(9)) : value,
    ),
    (_, value) => (typeof value === 'number' && Math.abs(value) > 2 ** 53 ? Number(value.toPrecision(9)) : value),
  )
}

function idsOf({ records }: { records: { id: unknown }[] }): unknown[] {
  return records.map(({ id }) => id)
}

function range(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => from + at)
}

function record(id: number, more = ''): Json {
  const labels = [{ class: 'ab'[id % 2] ?? 'a', score: (id % 10) / 10 }]
  return {
    id,
    inputs: { text: `word${id % 7} word${(id + 1) % 7} word${id % 31} ${more}`, title: id % 2 ? 'Odd one' : 'even' },
    prediction: { agent: `m${id % 3}`, labels },
    ...(id % 4 === 0 && { annotation: { agent: 'anna', labels: [{ class: 'a' }] } }),
    metadata: {
      tag: id % 3 ? `blue ${id % 5}` : ['red', 'Blue'],
      number: id,
      day: `2020-01-${10 + (id % 20)}`,
      half: id / 2 + 0.25,
    },
    ...(id % 5 > 0 && { vectors: { v: { value: [id, 1] } } }),
  }
}
