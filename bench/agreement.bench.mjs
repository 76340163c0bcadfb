import { fork } from 'node:child_process'
import { once } from 'node:events'
import { makePlace, startServer } from './lib/server.mjs'
import { measureMany } from './lib/times.mjs'

const LABELS = Array.from({ length: 77 }, (_, at) => `label-${at}`)
const PEOPLE = ['ana', 'jonas', 'mei']
const BATCH = 500
/** Number of answers saved one after the other, without load and while agreement is computed. */
const ANSWERS = 40

/**
 * Time to compute the agreement of a label, a rating and a span question with three answers per record, and response times meanwhile; and to show the progress of the team.
 *
 * @param {import('./lib/server.mjs').BenchOptions} options
 * @returns {Promise<import('./lib/server.mjs').BenchResult>}
 */
export async function measure({ engines, postgresUrl, records }) {
  /** @type {string[][]} */
  const rows = []
  for (const engine of engines) {
    const place = await makePlace(engine, postgresUrl)
    const server = await startServer(place.env)
    const { id, recordIds } = await load(server, records)
    const probe = await startProbe(server.url)
    await probe.longestMs()
    const before = server.memoryMb()
    const alone = await answer(server, recordIds)
    let isDone = false
    let memory = before
    const watch = setInterval(() => {
      memory = Math.max(memory, server.memoryMb())
    }, 100)
    const started = performance.now()
    const computed = server.call('GET', `/api/v1/datasets/${id}/agreement`).finally(() => {
      isDone = true
    })
    const beside = await answer(server, recordIds.slice(ANSWERS), () => isDone)
    const { questions } = await computed
    const tookMs = performance.now() - started
    clearInterval(watch)
    const all = `${questions[0].answers.toLocaleString('en')} answers to each of three questions`
    rows.push([`agreement of ${all}`, engine, `${(tookMs / 1000).toFixed(1)} s`])
    rows.push(['… longest silence of the HTTP thread meanwhile', engine, `${(await probe.longestMs()).toFixed(0)} ms`])
    rows.push(['… memory it takes at most', engine, `${(memory - before).toFixed(0)} MB`])
    rows.push([
      '… saving an answer, before and meanwhile',
      engine,
      `p50 ${alone.p50.toFixed(1)} and ${beside.p50.toFixed(1)} ms`,
    ])
    const progress = await measureMany(5, () => server.call('GET', `/api/v1/datasets/${id}/team-progress`))
    rows.push([
      `progress of the team, with a suggestion for each label and span`,
      engine,
      `p50 ${progress.p50.toFixed(0)} ms`,
    ])
    probe.stop()
    await server.stop()
    await place.remove()
  }
  return { title: 'Agreement', rows }
}

/** @param {import('./lib/server.mjs').Server} server @param {number} records */
async function load({ call }, records) {
  const { items } = await call('GET', '/api/v1/me/workspaces')
  const workspace = items[0].id
  /** @type {string[]} */
  const users = []
  for (const username of PEOPLE) {
    const user = { username, first_name: username, password: 'a long password', role: 'annotator' }
    users.push((await call('POST', '/api/v1/users', user)).id)
  }
  const { id } = await call('POST', '/api/v1/datasets', { name: 'agreement', workspace_id: workspace })
  const named = (/** @type {string} */ name) => ({ name, title: name, required: name === 'text' })
  const options = (/** @type {string[]} */ values) => values.map((value) => ({ value, text: value }))
  await call('POST', `/api/v1/datasets/${id}/fields`, { ...named('text'), settings: { type: 'text' } })
  const questions = {
    label: { type: 'label_selection', options: options(LABELS) },
    rating: { type: 'rating', options: [1, 2, 3, 4, 5].map((value) => ({ value })) },
    span: { type: 'span', field: 'text', options: options(['person', 'place']) },
  }
  /** @type {Record<string, string>} */
  const ids = {}
  for (const [name, settings] of Object.entries(questions)) {
    const question = { ...named(name), required: name === 'label', settings }
    ids[name] = (await call('POST', `/api/v1/datasets/${id}/questions`, question)).id
  }
  await call('PUT', `/api/v1/datasets/${id}/publish`)
  const recordIds = []
  for (let from = 0; from < records; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, records - from) }, (_, at) => record(from + at, users, ids))
    const made = await call('POST', `/api/v1/datasets/${id}/records/bulk`, { items: batch })
    if (recordIds.length < 10_000) recordIds.push(...made.items.map((/** @type {{ id: string }} */ one) => one.id))
  }
  return { id, recordIds }
}

/**
 * One record with three answers that mostly agree, and two suggestions.
 *
 * @param {number} at
 * @param {string[]} users
 * @param {Record<string, string>} questions ids by name
 */
function record(at, users, questions) {
  const responses = users.map((user_id, person) => {
    const isOdd = (at * 7 + person * 13) % 10 < 2
    const start = ((at * 31) % 40) + (isOdd ? person : 0)
    return {
      user_id,
      status: 'submitted',
      values: {
        label: { value: LABELS[(at + (isOdd ? person : 0)) % LABELS.length] },
        rating: { value: 1 + ((at + (isOdd ? person : 0)) % 5) },
        span: { value: at % 3 === 0 ? [] : [{ label: 'person', start, end: start + 5 }] },
      },
    }
  })
  const span = { label: 'person', start: (at * 31) % 40, end: ((at * 31) % 40) + 5 }
  const suggestions = [
    { question_id: questions.label, value: LABELS[at % LABELS.length], agent: 'model' },
    { question_id: questions.span, value: [span], agent: 'model' },
  ]
  return { fields: { text: 'somebody went somewhere to see somebody else about something' }, responses, suggestions }
}

/**
 * @param {import('./lib/server.mjs').Server} server
 * @param {string[]} recordIds
 * @param {() => boolean} isOver
 */
function answer({ call }, recordIds, isOver = () => false) {
  return measureMany(ANSWERS, async (at) => {
    if (isOver()) return
    const values = { label: { value: LABELS[0] } }
    await call('POST', `/api/v1/records/${recordIds[at]}/responses`, { status: 'draft', values })
  })
}

/** Requests /healthz continuously, from a separate process. @param {string} url */
async function startProbe(url) {
  const child = fork(new URL('./lib/probe-health.mjs', import.meta.url), [url])
  await once(child, 'message')
  return {
    longestMs: async () => {
      const told = once(child, 'message')
      child.send('tell')
      return Number((await told)[0])
    },
    stop: () => child.disconnect(),
  }
}
