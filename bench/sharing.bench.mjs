import pg from 'pg'
import { makePlace, startServer } from './lib/server.mjs'
import { shown, summary } from './lib/times.mjs'

const PEOPLE = 50
const TARGET = 3
/** Few enough that people meet at the same records, and enough for everybody until the end. */
const RECORDS = 2000
/** Not measured: caches and compiled code are new then, and everybody begins at once. */
const WARM_UP_MS = 5000
const ANSWER = { status: 'submitted', values: { label: { value: 'praise' } } }
/** How long people take for a record: 2 to 6 s, or no time at all, where the machine is as busy as it gets. */
const PACES = [
  { what: 'who think for 2 to 6 s', seconds: 30, goal: 'p99 ≤ 50 ms', thinkMs: () => 2000 + Math.random() * 4000 },
  { what: 'who do not think', seconds: 10, goal: '', thinkMs: () => 0 },
]

/**
 * 50 people share one dataset whose records need three answers each, half of them on each of two servers on one PostgreSQL. The time of a next record is
 * from the answer before it until the next one is kept for the person, with every record that somebody else was quicker to take. Throws when any
 * record got more answers than it needs.
 *
 * @param {import('./lib/server.mjs').BenchOptions} options
 * @returns {Promise<import('./lib/server.mjs').BenchResult>}
 */
export async function measure({ engines, postgresUrl }) {
  /** @type {string[][]} */
  const rows = []
  if (!engines.includes('postgres')) return { title: 'Shared queues', rows }
  const place = await makePlace('postgres', postgresUrl)
  const one = await startServer(place.env)
  const other = await startServer(place.env)
  for (const how of ['mixed order', 'order of the file', 'mixed order, all records assigned'])
    for (const { what, seconds, goal, thinkMs } of PACES) {
      const world = await makeWorld(one, `${how}, ${what}`.replaceAll(/\W+/g, '-'), how)
      const people = world.keys.map((key, at) => (at % 2 ? one : other).callAs(key))
      const begun = performance.now()
      const end = begun + WARM_UP_MS + seconds * 1000
      /** @type {number[]} */
      const took = []
      let refused = 0
      let isEmpty = false
      await Promise.all(
        people.map(async (call) => {
          // They do not all begin at once.
          await pause(Math.random() * thinkMs())
          while (performance.now() < end) {
            const started = performance.now()
            const next = await takeNext(call, world.datasetId)
            if (!next.id) isEmpty = true
            if (!next.id) return
            if (started > begun + WARM_UP_MS) took.push(performance.now() - started)
            refused += next.refused
            await pause(thinkMs())
            await call('POST', `/api/v1/records/${next.id}/responses`, ANSWER)
          }
        }),
      )
      if (isEmpty) console.log(`${how}, ${what}: somebody had answered everything`)
      const most = await mostAnswers(place.env.POSTIL_DATABASE_URL, world.datasetId)
      if (most > TARGET) throw new Error(`A record has ${most} answers, and needs ${TARGET}.`)
      const name = `next record of ${PEOPLE} people ${what}, ${how}`
      rows.push(
        [name, 'postgres', shown(summary(took)), goal],
        [
          '… records a second, and how often somebody else was quicker to take one',
          'postgres',
          `${Math.round(took.length / seconds)}/s, ${refused} times`,
          '',
        ],
      )
    }
  await Promise.all([one.stop(), other.stop()])
  await place.remove()
  return { title: 'Shared queues', rows }
}

/**
 * The first record of a page of ten that is kept for the caller, as the browser takes it. `refused` counts those that others were quicker to take.
 *
 * @param {import('./lib/server.mjs').Server['call']} call @param {string} datasetId
 */
async function takeNext(call, datasetId) {
  for (let refused = 0; ; ) {
    const list = `/api/v1/me/datasets/${datasetId}/records?response_status=pending&limit=10&after=`
    const { items } = await call('GET', list)
    if (items.length === 0) return { id: undefined, refused }
    const asked = items.map((/** @type {{ id: string }} */ { id }) => id)
    const { record_ids } = await call('PUT', `/api/v1/me/datasets/${datasetId}/leases`, { record_ids: asked, limit: 1 })
    const [id] = record_ids
    refused += id ? asked.indexOf(id) : asked.length
    if (id) return { id, refused }
  }
}

/** @param {import('./lib/server.mjs').Server} server @param {string} name @param {string} how */
async function makeWorld({ call }, name, how) {
  const { id: workspaceId } = await call('POST', '/api/v1/workspaces', { name: name.toLowerCase() })
  const { id: datasetId } = await call('POST', '/api/v1/datasets', { name, workspace_id: workspaceId })
  const path = `/api/v1/datasets/${datasetId}`
  const named = { title: 'T', required: true }
  await call('POST', `${path}/fields`, { ...named, name: 'text', settings: { type: 'text' } })
  const options = ['praise', 'complaint'].map((value) => ({ value, text: value }))
  await call('POST', `${path}/questions`, { ...named, name: 'label', settings: { type: 'label_selection', options } })
  await call('PUT', `${path}/publish`)
  for (let at = 0; at < RECORDS; at += 500) {
    const items = Array.from({ length: 500 }, (_, i) => ({ fields: { text: `text ${at + i}` } }))
    await call('POST', `${path}/records/bulk`, { items })
  }
  const order = how.startsWith('mixed') ? 'mixed' : 'file'
  await call('PUT', `${path}/queue`, { order, min_submitted: TARGET, hand_out: 'until_completed' })
  const users = []
  for (let at = 0; at < PEOPLE; at += 1) {
    const username = `${name}-${at}`
    const account = { username, first_name: username, password: 'bench-password', role: 'annotator' }
    const user = await call('POST', '/api/v1/users', account)
    await call('POST', `/api/v1/workspaces/${workspaceId}/users`, { user_id: user.id })
    users.push(user)
  }
  if (how.includes('assigned')) {
    await call('POST', `${path}/assignments`, { people: users.map(({ id }) => ({ user_id: id })) })
    while ((await call('GET', `${path}/assignments`)).jobs.length > 0) await pause(100)
  }
  return { datasetId, keys: users.map(({ api_key }) => api_key) }
}

/** @param {string | undefined} url @param {string} datasetId */
async function mostAnswers(url, datasetId) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select max(submitted) as most from response_counts where dataset_id = $1', [
    datasetId,
  ])
  await client.end()
  return Number(rows[0]?.most ?? 0)
}

/** @param {number} ms */
function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
