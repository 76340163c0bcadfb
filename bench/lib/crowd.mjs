import { summary } from './times.mjs'

/** Number of annotators who answer at the same time, without pauses. */
export const PEOPLE = 50
const SECONDS = 10
/** Warm-up until the JIT compiler has optimised the code; not measured. */
const WARM_UP_SECONDS = 3

/**
 * Simulate many annotators at once: each repeatedly reads the first page of their queue and answers its first record. Afterwards every
 * acknowledged answer must be stored exactly once.
 *
 * @param {import('./server.mjs').Server} server
 * @param {string} datasetId
 * @param {string[]} labels
 */
export async function answerTogether({ call, callAs }, datasetId, labels) {
  const dataset = await call('GET', `/api/v1/datasets/${datasetId}`)
  const people = []
  for (let at = 0; at < PEOPLE; at += 1) {
    const username = `annotator-${at}`
    const user = await call('POST', '/api/v1/users', {
      username,
      first_name: username,
      password: 'bench-password',
      role: 'annotator',
    })
    await call('POST', `/api/v1/workspaces/${dataset.workspace_id}/users`, { user_id: user.id })
    people.push({ id: user.id, call: callAs(user.api_key) })
  }
  /** @type {number[]} */
  const submits = []
  /** @type {number[]} */
  const pages = []
  /** @type {Map<string, number>} */
  const acknowledged = new Map()
  const startedMs = performance.now()
  const fromMs = startedMs + WARM_UP_SECONDS * 1000
  const untilMs = fromMs + SECONDS * 1000
  await Promise.all(
    people.map(async ({ id, call }) => {
      while (performance.now() < untilMs) {
        const askedMs = performance.now()
        const page = await call(
          'GET',
          `/api/v1/me/datasets/${datasetId}/records?include=responses&include=suggestions&limit=10&response_status=pending`,
        )
        const shownMs = performance.now()
        await call('POST', `/api/v1/records/${page.items[0].id}/responses`, {
          status: 'submitted',
          values: { label: { value: labels[(acknowledged.get(id) ?? 0) % labels.length] } },
        })
        acknowledged.set(id, (acknowledged.get(id) ?? 0) + 1)
        if (shownMs < fromMs) continue
        pages.push(shownMs - askedMs)
        submits.push(performance.now() - shownMs)
      }
    }),
  )
  for (const { id, call } of people) {
    const { responses } = await call('GET', `/api/v1/me/datasets/${datasetId}/metrics`)
    if (responses.submitted !== acknowledged.get(id))
      throw new Error(`Of ${acknowledged.get(id)} acknowledged answers ${responses.submitted} are stored.`)
  }
  return { perSecond: submits.length / SECONDS, submit: summary(submits), page: summary(pages) }
}
