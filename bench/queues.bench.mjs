import { makePlace, startServer } from './lib/server.mjs'
import { measureMany, shown } from './lib/times.mjs'

const BATCH = 500
const DONE = 0.9
/** The most that a dataset may have. A page reads all that its user has not answered. */
const GOLD = 1000
const GOLD_PERCENT = 5
const ANSWER = { status: 'submitted', values: { label: { value: 'praise' } } }

/**
 * The first page of a queue late in a project: 90 % of 100,000 records are answered by the user, or completed by others, from the beginning
 * of the user's queue. `first` is the first such page after a start. The last queue has as many gold records as a dataset may have, none of them
 * answered by the user.
 *
 * @param {import('./lib/server.mjs').BenchOptions} options
 * @returns {Promise<import('./lib/server.mjs').BenchResult>}
 */
export async function measure({ engines, postgresUrl, records }) {
  /** @type {string[][]} */
  const rows = []
  for (const engine of engines) {
    const place = await makePlace(engine, postgresUrl)
    let server = await startServer(place.env)
    /** @type {{ order: string, handOut: string, gold: string, datasetId: string, key: string }[]} */
    const worlds = []
    for (const [order = '', handOut = '', gold = ''] of [
      ['mixed', 'everyone'],
      ['file', 'everyone'],
      ['file', 'until_completed'],
      ['mixed', 'everyone', `, ${GOLD_PERCENT} % gold`],
    ])
      worlds.push({ order, handOut, gold, ...(await makeWorld(server, records, { order, hand_out: handOut }, gold)) })
    await server.stop()
    server = await startServer(place.env)
    for (const { order, handOut, gold, datasetId, key } of worlds) {
      const me = server.callAs(key)
      const list = `/api/v1/me/datasets/${datasetId}/records?include=responses&include=suggestions&response_status=pending`
      const page = () => me('GET', `${list}&limit=10&after=`)
      // Warm up thread and connection, so that the first measurement is of the search for the first open record.
      await me('GET', `/api/v1/me/datasets/${datasetId}/records?limit=10`)
      const started = performance.now()
      const { items, next } = await page()
      const first = performance.now() - started
      if (items.length !== 10) throw new Error(`The queue has ${items.length} records.`)
      // Warm-up, until the code has been compiled.
      await measureMany(200, page)
      const many = await measureMany(200, page)
      const following = await measureMany(200, () => me('GET', `${list}&limit=10&after=${next}`))
      const turns = await measureMany(100, async () => {
        const { items: some } = await page()
        await me('POST', `/api/v1/records/${some[0].id}/responses`, ANSWER)
      })
      const whose = handOut === 'everyone' ? 'answered by me' : 'completed by others'
      const what = `my pending page of 10, 90 % ${whose}, ${order === 'file' ? 'order of the file' : 'mixed order'}${gold}`
      rows.push(
        [what, engine, shown(many), engine === 'sqlite' ? 'p50 ≤ 1.5 ms' : ''],
        ['… the first one after a start', engine, `${first.toFixed(1)} ms`, ''],
        ['… the page behind it', engine, shown(following), ''],
        ['… a page and an answer, in turns', engine, shown(turns), ''],
      )
    }
    await server.stop()
    await place.remove()
  }
  return { title: 'Queues', rows }
}

/**
 * A dataset of which nine tenths are answered by an annotator or by another one, from the beginning of the first annotator's queue.
 *
 * @param {import('./lib/server.mjs').Server} server @param {number} records
 * @param {{ order: string, hand_out: string }} queue
 * @param {string} gold tells whether the queue has gold records
 */
async function makeWorld({ call, callAs }, records, queue, gold) {
  const name = `${queue.order}-${queue.hand_out}${gold && '-gold'}`
  const { id: workspaceId } = await call('POST', '/api/v1/workspaces', { name })
  const { id: datasetId } = await call('POST', '/api/v1/datasets', { name: 'queue', workspace_id: workspaceId })
  const path = `/api/v1/datasets/${datasetId}`
  const named = { title: 'T', required: true }
  await call('POST', `${path}/fields`, { ...named, name: 'text', settings: { type: 'text' } })
  const options = ['praise', 'complaint'].map((value) => ({ value, text: value }))
  const settings = { type: 'label_selection', options }
  const question = await call('POST', `${path}/questions`, { ...named, name: 'label', settings })
  await call('PUT', `${path}/publish`)
  for (let at = 0; at < records; at += BATCH) {
    const items = Array.from({ length: Math.min(BATCH, records - at) }, (_, i) => ({
      fields: { text: `text ${at + i}` },
    }))
    await call('POST', `${path}/records/bulk`, { items })
  }
  await call('PUT', `${path}/queue`, { ...queue, min_submitted: 1 })
  const me = await makeAnnotator(call, workspaceId, `me-${name}`)
  const colleague = await makeAnnotator(call, workspaceId, `colleague-${name}`)
  const author = queue.hand_out === 'everyone' ? me : colleague
  let after = ''
  for (let at = 0; at < records * DONE; at += BATCH) {
    const list = `/api/v1/me/datasets/${datasetId}/records?response_status=pending&limit=${Math.min(BATCH, records * DONE - at)}&after=${after}`
    const { items, next } = await callAs(me.api_key)('GET', list)
    const responses = [{ user_id: author.id, ...ANSWER }]
    const answered = items.map((/** @type {{ id: string }} */ { id }) => ({ id, responses }))
    await call('PUT', `${path}/records/bulk`, { items: answered })
    after = next
  }
  if (gold) {
    for (let marked = 0; marked < GOLD; ) {
      const list = `/api/v1/me/datasets/${datasetId}/records?response_status=pending&limit=${BATCH}&after=${after}`
      const { items, next } = await callAs(me.api_key)('GET', list)
      for (const { id } of items) {
        await call('PUT', `/api/v1/records/${id}/resolutions`, { question_id: question.id, value: 'praise' })
        await call('PUT', `/api/v1/records/${id}/gold`, {})
      }
      marked += items.length
      after = next
    }
    await call('PUT', `${path}/queue`, { gold_percent: GOLD_PERCENT })
  }
  return { datasetId, key: me.api_key }
}

/** @param {import('./lib/server.mjs').Server['call']} call @param {string} workspaceId @param {string} username */
async function makeAnnotator(call, workspaceId, username) {
  const account = { username, first_name: username, password: 'bench-password', role: 'annotator' }
  const user = await call('POST', '/api/v1/users', account)
  await call('POST', `/api/v1/workspaces/${workspaceId}/users`, { user_id: user.id })
  return user
}
