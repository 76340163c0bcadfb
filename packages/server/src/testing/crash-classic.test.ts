import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { spawnServer } from './spawn-server'
import { engines, makePlace } from './test-server'

/** Each number of changes with each number of batches, once. */
const KILLS = 10
/** While a label changes, and again while that is undone: spread over the records that follow. */
const KILLS_ON_THE_WAY = 4
const BATCH = 40
/** Records that follow a change of a label: many more than follow in one transaction. */
const FOLLOWING = 4000
const KEY = 'crash-test-owner-key'
const OWNER = { POSTIL_OWNER_USERNAME: 'owner', POSTIL_OWNER_PASSWORD: 'owner-password', POSTIL_OWNER_API_KEY: KEY }
const DATASET = '/api/datasets/crash'
const TASK = `${DATASET}/TextClassification`

interface Found {
  id: string
  status: string
  metadata: { batch: string }
}

/** Call until the server is gone: undefined then, since nobody knows whether the change was made. */
async function call(url: string, method: string, path: string, body?: unknown) {
  const headers = { 'x-argilla-api-key': KEY, 'x-argilla-workspace': 'default', 'content-type': 'application/json' }
  try {
    const response = await fetch(url + path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    })
    const reply = await response.json()
    if (response.status !== 200)
      throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(reply)}`)
    return reply
  } catch (cause) {
    if (cause instanceof Error && cause.message.includes('answered')) throw cause
    return undefined
  }
}

describe.each(engines)('a server killed with -9 while classic records are logged and changed, on %s', (engine) => {
  it(`keeps batches whole and every acknowledged change, ${KILLS} times over`, { timeout: 240_000 }, async () => {
    const place = await makePlace(engine)
    const env = { ...place.env, ...OWNER }
    const logged = new Set<string>()
    const discarded = new Set<string>()
    let changes = 0
    let server = await spawnServer(env)
    await call(server.url, 'POST', '/api/datasets', { name: 'crash', task: 'TextClassification' })
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { url } = server
      let isAlive = true
      const log = async (stream: number) => {
        for (let round = 0; isAlive; round += 1) {
          const batch = `${kill}-${stream}-${round}`
          const reply = await call(url, 'POST', `${TASK}:bulk`, { records: recordsOf(batch) })
          if (!reply) return
          logged.add(batch)
          changes += 1
        }
      }
      const discard = async () => {
        for (const batch of logged) {
          if (!isAlive) return
          const id = `${batch}/0`
          if (discarded.has(id)) continue
          if (!(await call(url, 'PATCH', `${DATASET}/records/${encodeURIComponent(id)}`, { status: 'Discarded' })))
            return
          discarded.add(id)
          changes += 1
        }
      }
      const search = async () => {
        while (isAlive && (await call(url, 'POST', `${TASK}:search`, {}))) changes += 1
      }
      const before = changes
      const loggedBefore = logged.size
      const streams = [log(1), log(2), discard(), search()]
      // Cut the streams anywhere: some rounds at once, some a few milliseconds on.
      while (changes < before + 2 + (kill % 5) || logged.size < loggedBefore + 1 + (kill % 2)) await sleep(1)
      await sleep(kill % 7)
      await server.end('SIGKILL')
      isAlive = false
      await Promise.all(streams)
      server = await spawnServer(env)
    }

    const found = await readAll(server.url)
    const search = await call(server.url, 'POST', `${TASK}:search?limit=0`, {})
    const again = await call(server.url, 'POST', `${TASK}:bulk`, { records: recordsOf('last') })
    await server.end('SIGTERM')
    await place.remove()

    const sizes = new Map<string, number>()
    for (const { metadata } of found) sizes.set(metadata.batch, (sizes.get(metadata.batch) ?? 0) + 1)
    expect([...sizes.values()].filter((size) => size !== BATCH)).toEqual([])
    expect([...logged].filter((batch) => !sizes.has(batch))).toEqual([])
    const statuses = new Map(found.map((record) => [record.id, record.status]))
    expect([...discarded].filter((id) => statuses.get(id) !== 'Discarded')).toEqual([])
    expect(search.total).toBe(found.length)
    expect(search.aggregations.status.Discarded).toBe(
      [...statuses.values()].filter((one) => one === 'Discarded').length,
    )
    expect(again.processed).toBe(BATCH)
    expect(logged.size).toBeGreaterThan(KILLS)
  })
})

describe.each(engines)('a server killed with -9 while records follow a change of a label, on %s', (engine) => {
  it('goes on where it was, and leaves no record behind, there and back', { timeout: 240_000 }, async () => {
    const place = await makePlace(engine)
    const env = { ...place.env, ...OWNER }
    let server = await spawnServer(env)
    const ask = (method: string, path: string, body?: unknown) => call(server.url, method, path, body)
    const annotatedAs = async (label: string) =>
      (await ask('POST', `${TASK}:search?limit=0`, { query: { annotated_as: [label] } })).total
    const latest = async () => (await ask('GET', `${DATASET}/labels/changes`)).items[0]
    /** Kill it each time another part of the records has begun to follow, until all have. @returns how often that was */
    const killUntil = async (end: string) => {
      for (let kills = 0; ; ) {
        const { state, touched } = await latest()
        if (state === end) return kills
        if (kills < KILLS_ON_THE_WAY && touched.records > (kills * FOLLOWING) / KILLS_ON_THE_WAY) {
          kills += 1
          await server.end('SIGKILL')
          await place.endLeases()
          server = await spawnServer(env)
        }
        // Asking all the time would take the records' turns.
        await sleep(5)
      }
    }
    await ask('POST', '/api/datasets', { name: 'crash', task: 'TextClassification' })
    await ask('PUT', `${TASK}/settings`, { label_schema: { labels: ['old', 'other'] } })
    for (let batch = 0; batch < FOLLOWING / 500; batch += 1)
      await ask('POST', `${TASK}:bulk`, {
        records: recordsOf(String(batch), 500).map((record) => ({
          ...record,
          annotation: { agent: 'people', labels: [{ class: 'old' }] },
        })),
      })

    const { id } = await ask('POST', `${DATASET}/labels:change`, { kind: 'rename', value: 'old', to: 'new' })
    const killedOnTheWay = await killUntil('done')
    const renamed = [await annotatedAs('old'), await annotatedAs('new'), (await latest()).touched.records]
    await ask('POST', `${DATASET}/labels:undo`, { id })
    const killedOnTheWayBack = await killUntil('undone')
    const undone = [await annotatedAs('old'), await annotatedAs('new')]
    await server.end('SIGTERM')
    await place.remove()

    expect(renamed).toEqual([0, FOLLOWING, FOLLOWING])
    expect(undone).toEqual([FOLLOWING, 0])
    expect(killedOnTheWay).toBeGreaterThan(0)
    expect(killedOnTheWayBack).toBeGreaterThan(0)
  })
})

describe.each(engines)('a server killed with -9 while it deletes what a query found, on %s', (engine) => {
  it('leaves the rest to the next one', { timeout: 240_000 }, async () => {
    const place = await makePlace(engine)
    const env = { ...place.env, ...OWNER }
    let server = await spawnServer(env)
    const ask = (method: string, path: string, body?: unknown) => call(server.url, method, path, body)
    const count = async () => (await ask('POST', `${TASK}:search?limit=0`, {})).total
    await ask('POST', '/api/datasets', { name: 'crash', task: 'TextClassification' })
    for (let batch = 0; batch < FOLLOWING / BATCH; batch += 1)
      await ask('POST', `${TASK}:bulk`, { records: recordsOf(String(batch)) })
    const kept = await ask('POST', `${TASK}:search?limit=0`, { query: { query_text: 'text:of AND metadata.batch:7' } })

    const deleting = call(server.url, 'DELETE', `${DATASET}/data`, { query_text: 'NOT metadata.batch:7' })
    await expect.poll(count, { timeout: 60_000, interval: 1 }).toBeLessThan(FOLLOWING)
    await server.end('SIGKILL')
    // It may have ended just before.
    const reply = await deleting
    await place.endLeases()
    server = await spawnServer(env)
    await expect.poll(count, { timeout: 60_000, interval: 50 }).toBe(kept.total)
    await server.end('SIGTERM')
    await place.remove()
    expect(kept.total).toBe(BATCH)
    expect(reply ?? { processed: FOLLOWING - BATCH }).toMatchObject({ processed: FOLLOWING - BATCH })
  })
})

function recordsOf(batch: string, size = BATCH) {
  return Array.from({ length: size }, (_, at) => ({
    id: `${batch}/${at}`,
    inputs: { text: `record ${at} of ${batch}` },
    metadata: { batch },
    vectors: { v: { value: [at, 1] } },
  }))
}

async function readAll(url: string): Promise<Found[]> {
  const found: Found[] = []
  let more: object = {}
  for (;;) {
    const page = await call(url, 'POST', `${DATASET}/records/:search?limit=1000`, {
      fields: ['id', 'status', 'metadata.*'],
      ...more,
    })
    if (page.records.length === 0) return found
    found.push(...page.records)
    more = { next_idx: page.next_idx, next_page_cfg: page.next_page_cfg }
  }
}
