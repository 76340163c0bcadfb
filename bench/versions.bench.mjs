import { openBare } from './lib/bare.mjs'
import { answerTogether } from './lib/crowd.mjs'
import { queriesOf } from './lib/search-queries.mjs'
import { LABELS, makeWorld } from './lib/search-world.mjs'
import { makePlace, startServer } from './lib/server.mjs'
import { measureInTurns, shown, shownNumber, warmUp } from './lib/times.mjs'

/** Needs a second checkout; therefore only run when asked for. */
export const isOnRequest = true
const TIMES = 100

/**
 * A running version of the server with its records.
 * @typedef {Awaited<ReturnType<typeof open>>} Version
 */

/**
 * Feedback records in this version and in another one (BENCH_OTHER, the folder of a built checkout). Both servers run at the same time, each
 * with its own store, and requests alternate between them, so that other load on the machine affects both equally.
 *
 * @param {import('./lib/server.mjs').BenchOptions} options
 * @returns {Promise<import('./lib/server.mjs').BenchResult>}
 */
export async function measure({ engines, postgresUrl, records }) {
  const folder = process.env.BENCH_OTHER
  if (!folder) throw new Error('BENCH_OTHER is not set: the folder of a built checkout to compare with.')
  /** @type {string[][]} */
  const rows = []
  for (const engine of engines) {
    /** @param {string} what @param {[now: string, other: string]} measured */
    const add = (what, [now, other]) => {
      rows.push([what, engine, now, `other: ${other}`])
      console.log(`${what} | ${engine} | ${now} | ${other}`)
    }
    const now = await open(engine, postgresUrl, records)
    const other = await open(engine, postgresUrl, records, folder)
    add(`load ${shownNumber(records)} records with suggestions and their words`, [now.world.loaded, other.world.loaded])
    const [mine, theirs] = [await pendingIds(now), await pendingIds(other)]
    let at = 0
    add(
      'submit one answer',
      await inTurns(
        () => answer(now, mine[at]),
        () => answer(other, theirs[at++]),
      ),
    )
    for (const [index, { what }] of now.queries.entries())
      add(
        what,
        await inTurns(
          () => ask(now, index),
          () => ask(other, index),
        ),
      )
    const [crowd, crowdThere] = [
      await answerTogether(now.server, now.world.datasetId, LABELS),
      await answerTogether(other.server, other.world.datasetId, LABELS),
    ]
    add('answers of 50 people at once, first here, then there', [
      `${Math.round(crowd.perSecond)}/s`,
      `${Math.round(crowdThere.perSecond)}/s`,
    ])
    add('… submit one answer', [shown(crowd.submit), shown(crowdThere.submit)])
    add('… my pending page of 10', [shown(crowd.page), shown(crowdThere.page)])
    await now.close()
    await other.close()
  }
  return { title: `Against another version, ${shownNumber(records)} records`, rows }
}

/**
 * @param {string} engine
 * @param {string | undefined} postgresUrl
 * @param {number} records
 * @param {string} [folder] of the version; default: this one
 */
async function open(engine, postgresUrl, records, folder) {
  const place = await makePlace(engine, postgresUrl)
  const server = await startServer(place.env, [], folder)
  const world = await makeWorld(server, records)
  const bare = await openBare(place.env)
  if (engine === 'postgres') await bare.run('vacuum analyze')
  // The engine alone is not measured here, so its vectors are never asked.
  const vectors = { vectorOf: () => new Float32Array(), nearest: () => [] }
  const queries = await queriesOf(bare, vectors, engine, world)
  const close = async () => {
    await bare.close()
    await server.stop()
    await place.remove()
  }
  return { server, world, queries, close }
}

/**
 * @param {() => Promise<unknown>} one
 * @param {() => Promise<unknown>} other
 * @returns {Promise<[string, string]>}
 */
async function inTurns(one, other) {
  await warmUp(one, other)
  const [mine, theirs] = await measureInTurns(TIMES, one, other)
  return [shown(mine), shown(theirs)]
}

/** @param {Version} version */
async function pendingIds({ server, world }) {
  const { items } = await server.call(
    'GET',
    `/api/v1/me/datasets/${world.datasetId}/records?limit=1000&response_status=pending`,
  )
  return /** @type {string[]} */ (items.map((/** @type {{ id: string }} */ { id }) => id))
}

/** @param {Version} version @param {string} [recordId] */
const answer = ({ server }, recordId) =>
  server.call('POST', `/api/v1/records/${recordId}/responses`, {
    status: 'submitted',
    values: { label: { value: LABELS[0] } },
  })

/** @param {Version} version @param {number} index of the query */
function ask({ server, queries }, index) {
  const { path = '', body } = queries[index] ?? {}
  return server.call(body === undefined ? 'GET' : 'POST', path, body)
}
