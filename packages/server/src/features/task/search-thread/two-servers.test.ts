import { describe, expect, it } from 'vitest'
import { type Spawned, spawnServer } from '../../../testing/spawn-server'
import { engines, makePlace } from '../../../testing/test-server'

const KEY = 'two-servers-owner-key'
const TASK = '/api/datasets/shared/TextClassification'

async function call({ url }: Spawned, method: string, path: string, body?: unknown) {
  const headers = { 'x-argilla-api-key': KEY, 'x-argilla-workspace': 'default', 'content-type': 'application/json' }
  const response = await fetch(url + path, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
  const reply = await response.json()
  if (response.status !== 200)
    throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(reply)}`)
  return reply
}

/** Only PostgreSQL is shared; the embedded store refuses a second server. */
describe.skipIf(!engines.includes('postgres'))('two servers on one postgres', () => {
  it('see in searches what the other has written a moment ago', { timeout: 60_000 }, async () => {
    const place = await makePlace('postgres')
    const env = {
      ...place.env,
      POSTIL_OWNER_USERNAME: 'owner',
      POSTIL_OWNER_PASSWORD: 'owner-password',
      POSTIL_OWNER_API_KEY: KEY,
    }
    const one = await spawnServer(env)
    const other = await spawnServer(env)
    await call(one, 'POST', '/api/datasets', { name: 'shared', task: 'TextClassification' })
    const find = async (server: Spawned, query_text: string) => {
      const { records } = await call(server, 'POST', `${TASK}:search`, { query: { query_text } })
      return records.map((record: { id: number }) => record.id)
    }
    const log = (server: Spawned, id: number, text: string) =>
      call(server, 'POST', `${TASK}:bulk`, { records: [{ id, inputs: { text }, vectors: { v: { value: [id] } } }] })

    for (let round = 0; round < 10; round += 1) {
      const [writer, reader] = round % 2 ? [one, other] : [other, one]
      await log(writer, round, 'red')
      expect(await find(reader, 'red')).toContain(round)
      await log(reader, round, 'blue')
      expect(await find(writer, 'red')).not.toContain(round)
      expect(await find(writer, 'blue AND status:Default')).toContain(round)
      await call(writer, 'PATCH', `/api/datasets/shared/records/${round}`, { status: 'Discarded' })
      expect(await find(reader, 'blue AND status:Default')).not.toContain(round)
      if (round % 3 > 0) continue
      await call(writer, 'DELETE', '/api/datasets/shared/data', { ids: [round] })
      expect(await find(reader, 'blue')).not.toContain(round)
    }
    const near = { query: { vector: { name: 'v', value: [5.1] } } }
    const nearest = (await call(one, 'POST', `${TASK}:search?limit=2`, near)).records
    expect(nearest.map((record: { id: number }) => record.id)).toEqual([5, 4])
    expect((await call(other, 'POST', `${TASK}:search?limit=2`, near)).records).toEqual(nearest)
    // Both write at once: nobody's version gets lost.
    await Promise.all(Array.from({ length: 40 }, (_, at) => log(at % 2 ? one : other, 100 + at, 'green')))
    expect(await find(one, 'green')).toHaveLength(40)
    expect(await find(other, 'green')).toHaveLength(40)
    await Promise.all([one.end('SIGTERM'), other.end('SIGTERM')])
    await place.remove()
  })
})
