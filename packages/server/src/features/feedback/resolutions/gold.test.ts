import type { TeamProgress } from '@postil/contract/feedback/team/team-progress'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { countOwnPending } from '../../../search/count-pending'
import { GOLD_COUNT } from '../../../search/record-query'
import type { BuiltDataset } from '../../../testing/builders'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

const options = (...values: string[]) => values.map((value) => ({ value, text: value }))
const QUESTIONS = [
  { name: 'kind', title: 'Kind', required: true, settings: { type: 'label_selection', options: options('a', 'b') } },
  { name: 'tags', title: 'Tags', settings: { type: 'multi_label_selection', options: options('x', 'y', 'z') } },
  { name: 'names', title: 'Names', settings: { type: 'span', field: 'text', options: options('p', 'q') } },
  { name: 'stars', title: 'Stars', settings: { type: 'rating', options: [1, 2, 3].map((value) => ({ value })) } },
  { name: 'order', title: 'Order', settings: { type: 'ranking', options: options('m', 'n') } },
  { name: 'note', title: 'Note', settings: { type: 'text' } },
].map((question) => ({ required: false, ...question }))
const span = (label: string, start: number, end: number) => ({ label, start, end })
const ranked = (...values: string[]) => values.map((value, at) => ({ value, rank: at + 1 }))

type Listed = { items: { id: string; status: string; resolutions?: unknown[] }[]; total: number; next?: string | null }

describe.each(engines)('gold records, %s', (engine) => {
  let s: TestServer
  let d: BuiltDataset
  let ids: string[]
  let gold: Set<string>
  let people: { id: string; username: string }[]
  const [ann = '', bob = '', eve = ''] = ['gold-ann', 'gold-bob', 'gold-eve']
  const lead = 'owner'

  beforeAll(async () => {
    s = await testServer(engine)
    people = []
    for (const username of [ann, bob, eve]) people.push(await s.build.user('annotator', { username }))
  })

  const queue = (body: object) => s.as(lead).put(`/api/v1/datasets/${d.id}/queue`, body)
  const decide = (record: string | undefined, value: unknown = 'a', question = 'kind') =>
    s.as(lead).put(`/api/v1/records/${record}/resolutions`, { question_id: d.questions[question], value })
  const mark = (record: string | undefined, by = lead) => s.as(by).put(`/api/v1/records/${record}/gold`, {})
  const unmark = (record: string | undefined, by = lead) => s.as(by).delete(`/api/v1/records/${record}/gold`)
  const wire = (values: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]))
  const answer = async (by: string, record: string | undefined, values: Record<string, unknown> = { kind: 'a' }) => {
    const body = { status: 'submitted', values: wire(values) }
    expect((await s.as(by).post(`/api/v1/records/${record}/responses`, body)).status).toBe(201)
  }
  const page = async (by: string, query: string): Promise<Listed> =>
    (await s.as(by).get(`/api/v1/me/datasets/${d.id}/records?response_status=pending&${query}`)).body
  const pendingOf = async (by: string): Promise<number> =>
    (await s.as(by).get(`/api/v1/me/datasets/${d.id}/metrics`)).body.responses.pending
  const progress = async (): Promise<TeamProgress> =>
    (await s.as(lead).get(`/api/v1/datasets/${d.id}/team-progress`)).body

  /** A queue gone through with a cursor. */
  async function walk(by: string, limit = 7): Promise<string[]> {
    const found: string[] = []
    for (let next: string | null | undefined = ''; typeof next === 'string'; ) {
      const { items, total, next: behind }: Listed = await page(by, `limit=${limit}&after=${next}`)
      if (next === '') expect(total).toBe(await pendingOf(by))
      found.push(...items.map(({ id }) => id))
      next = behind
    }
    return found
  }

  /** A queue as old clients ask for it. */
  async function byOffset(by: string, limit: number): Promise<string[]> {
    const found: string[] = []
    for (let offset = 0; ; offset += limit) {
      const { items } = await page(by, `limit=${limit}&offset=${offset}`)
      found.push(...items.map(({ id }) => id))
      if (items.length < limit) return found
    }
  }

  const goldAmong = (found: readonly string[]) => found.filter((id) => gold.has(id))

  /** So many records, the last ones gold. */
  async function world(count: number, goldCount: number, settings: object) {
    d = await s.build.dataset({ questions: QUESTIONS })
    for (const { id } of people) await s.as(lead).post(`/api/v1/workspaces/${d.workspaceId}/users`, { user_id: id })
    const items = Array.from({ length: count }, (_, at) => ({ fields: { text: `Ann went to Rome ${at}` } }))
    const reply = await s.as(lead).post(`/api/v1/datasets/${d.id}/records/bulk`, { items })
    ids = reply.body.items.map(({ id }: { id: string }) => id)
    gold = new Set(ids.slice(count - goldCount))
    for (const id of gold) {
      await decide(id)
      expect((await mark(id)).body).toEqual({ record_id: id, is_gold: true })
    }
    expect((await queue(settings)).status).toBe(200)
  }

  it.each<[order: string, handOut: string]>([
    ['mixed', 'everyone'],
    ['mixed', 'until_completed'],
    ['file', 'until_completed'],
    ['uncertain', 'everyone'],
  ])('are about the share of each queue that was set, %s order, handed out to %s', async (order, hand_out) => {
    await world(130, 30, { order, hand_out, gold_percent: 10 })
    for (const by of [ann, bob]) {
      const found = await walk(by)
      // All others, and one gold record in ten: not at the end, and in no part more than its share.
      expect(found).toHaveLength(new Set(found).size)
      expect(found.filter((id) => !gold.has(id))).toHaveLength(100)
      expect(Math.abs(goldAmong(found).length - 11)).toBeLessThanOrEqual(1)
      for (let from = 0; from + 40 <= 110; from += 10)
        expect(Math.abs(goldAmong(found.slice(from, from + 40)).length - 4)).toBeLessThanOrEqual(1)
      // Old clients, whatever the size of their pages, and searches get the same queue.
      expect(await byOffset(by, 10)).toEqual(found)
      expect(await byOffset(by, 1)).toEqual(found)
      const filters = {
        and: [{ type: 'terms', scope: { entity: 'response', property: 'status' }, values: ['pending'] }],
      }
      const search = await s.as(by).post(`/api/v1/me/datasets/${d.id}/records/search?limit=500`, { filters })
      expect(search.body.items.map(({ record }: { record: { id: string } }) => record.id)).toEqual(found)
      expect(search.body.total).toBe(found.length)
    }
    const [anns, bobs] = [await walk(ann), await walk(bob)]
    expect(goldAmong(anns).map((id) => anns.indexOf(id))).not.toEqual(goldAmong(bobs).map((id) => bobs.indexOf(id)))
  })

  it('leave the number of pending records right in a dataset handed out to everyone', async () => {
    await world(60, 10, { order: 'file', hand_out: 'everyone', gold_percent: 10 })
    const found = await walk(ann)
    for (const id of found.slice(0, 20)) await answer(ann, id)
    for (const id of found.slice(0, 3)) await answer(bob, id)
    expect(await pendingOf(ann)).toBe(found.length - 20)
    expect(await walk(ann)).toEqual(found.slice(20))
  })

  if (engine === 'postgres')
    it('are looked up once for the number of pending records, not with each answer', async () => {
      await world(40, 4, { order: 'file', hand_out: 'everyone', gold_percent: 10 })
      for (const id of ids.slice(0, 20)) await answer(ann, id)
      const query = { datasetId: d.id, userId: people[0]?.id, target: GOLD_COUNT, filters: [], sorts: [] }
      const scans = sql<{ n: number }>`select seq_scan + coalesce(idx_scan, 0) as n
        from pg_stat_xact_user_tables where relname = 'response_counts'`
      const lookups = await s.context.engine.transaction(async (tx) => {
        const before = await scans.execute(tx)
        expect(await countOwnPending(tx, query)).toBe(16)
        const after = await scans.execute(tx)
        return Number(after.rows[0]?.n) - Number(before.rows[0]?.n)
      })
      expect(lookups).toBe(1)
    })

  it('keep their share while somebody answers, skips and comes back', async () => {
    await world(75, 15, { order: 'file', hand_out: 'until_completed', gold_percent: 20 })
    const first = await walk(ann)
    for (const id of first.slice(0, 20)) await answer(ann, id)
    expect(await walk(ann)).toEqual(first.slice(20))
    expect(await pendingOf(ann)).toBe(first.length - 20)
    // A skipped record, gold or not, leaves the others where they are.
    const skipped = [first.slice(20).find((id) => gold.has(id)), first.slice(20).find((id) => !gold.has(id))]
    for (const id of skipped) await s.as(ann).put(`/api/v1/records/${id}/skip`, {})
    const rest = await walk(ann)
    expect(rest.filter((id) => skipped.includes(id))).toEqual([])
    expect(Math.abs(goldAmong(rest).length - rest.length / 5)).toBeLessThanOrEqual(2)
    // The walk goes on where it was, also after gold was turned off.
    const begun = await page(bob, 'limit=9&after=')
    await queue({ gold_percent: 0 })
    const after = await page(bob, `limit=100&after=${begun.next}`)
    expect(goldAmong(after.items.map(({ id }) => id))).toEqual([])
    const others = [...begun.items, ...after.items].map(({ id }) => id).filter((id) => !gold.has(id))
    expect(others).toEqual((await walk(bob)).filter((id) => !gold.has(id)))
  })

  it('are not handed out until a share is set, and then not more than a half', async () => {
    await world(6, 2, { hand_out: 'until_completed' })
    expect((await s.as(ann).get(`/api/v1/datasets/${d.id}/queue`)).body.gold_percent).toBe(0)
    expect(goldAmong(await walk(ann))).toEqual([])
    for (const gold_percent of [-1, 51, '5 %']) expect((await queue({ gold_percent })).status).toBe(422)
    expect((await s.as(ann).put(`/api/v1/datasets/${d.id}/queue`, { gold_percent: 5 })).status).toBe(403)
    expect((await queue({ gold_percent: 50 })).body.gold_percent).toBe(50)
    expect(goldAmong(await walk(ann))).toHaveLength(2)
  })

  it('with a share of 0, are handed out like other completed records', async () => {
    await world(6, 2, { hand_out: 'everyone' })
    const [completed = ''] = ids
    await answer(eve, completed)
    const mixed = async (by: string) => (await walk(by)).toSorted()
    expect(await mixed(ann)).toEqual(ids.toSorted())
    // Answered like any other, they are compared with their known answer.
    const [one = ''] = gold
    await answer(ann, one)
    expect(await mixed(ann)).toEqual(ids.filter((id) => id !== one).toSorted())
    expect(await mixed(bob)).toEqual(ids.toSorted())
    expect((await progress()).gold).toMatchObject([{ username: ann, answers: 1, right: 1 }])
    await queue({ hand_out: 'until_completed' })
    for (const by of [ann, bob])
      expect(await mixed(by)).toEqual(ids.filter((id) => !gold.has(id) && id !== completed).toSorted())
    await queue({ hand_out: 'everyone' })
    expect(await mixed(bob)).toEqual(ids.toSorted())
  })

  it('are handed out to everybody, regardless of leases, answers and assignments', async () => {
    await world(12, 4, { hand_out: 'until_completed', min_submitted: 1, gold_percent: 30 })
    const given = goldAmong(await walk(ann))
    for (const id of given) await answer(ann, id)
    const bobs = goldAmong(await walk(bob))
    expect(bobs.length).toBeGreaterThanOrEqual(3)
    for (const by of [bob, eve]) expect((await s.as(by).put(`/api/v1/records/${bobs[0]}/lease`, {})).status).toBe(200)
    expect(await walk(bob)).toContain(bobs[0])
    // All records, gold ones too, are assigned to Eve and Ann: Bob gets no others, but gold comes to Eve from any of them.
    const shares = [people[2], people[0]].map((one) => ({ user_id: one?.id }))
    const assigned = { records: {}, people: shares, people_per_record: 1 }
    expect((await s.as(lead).post(`/api/v1/datasets/${d.id}/assignments`, assigned)).status).toBe(202)
    await s.context.jobs.settle()
    const eves = await walk(eve)
    expect(eves.filter((id) => !gold.has(id))).toHaveLength(4)
    expect(goldAmong(eves).length).toBeGreaterThanOrEqual(1)
    expect((await walk(bob)).filter((id) => !gold.has(id))).toEqual([])
  })

  it.each(['everyone', 'until_completed'])(
    'are answered and skipped by everybody who is handed them, also when they are assigned to others: %s',
    async (hand_out) => {
      await world(24, 4, { hand_out, min_submitted: 1, gold_percent: 30 })
      const [ordinary = ''] = ids
      const record_ids = [ordinary, ...gold]
      const assigned = { record_ids, people: [{ user_id: people[0]?.id }], people_per_record: 1 }
      expect((await s.as(lead).post(`/api/v1/datasets/${d.id}/assignments`, assigned)).status).toBe(202)
      await s.context.jobs.settle()
      const queued = await walk(bob)
      expect(queued).not.toContain(ordinary)
      const [answered, skipped, inBulk, rest] = goldAmong(queued)
      const status = async (id: string | undefined) => (await s.as(bob).get(`/api/v1/records/${id}`)).status
      for (const id of gold) expect(await status(id)).toBe(200)
      expect((await s.as(bob).put(`/api/v1/records/${answered}/lease`, {})).status).toBe(200)
      await answer(bob, answered)
      expect((await s.as(bob).put(`/api/v1/records/${skipped}/skip`, {})).status).toBe(204)
      const items = [inBulk, ordinary].map((record_id) => {
        return { record_id, status: 'submitted', values: wire({ kind: 'a' }) }
      })
      const bulk = (await s.as(bob).post('/api/v1/me/responses/bulk', { items })).body.items
      expect(bulk[0].item).toMatchObject({ record_id: inBulk })
      expect(bulk[1].error.detail).toBe('This record is assigned to other people.')
      expect(goldAmong(await walk(bob))).toEqual([rest])
      // The others stay with their people, and so do gold records that no queue hands out to everybody.
      expect(await status(ordinary)).toBe(403)
      await queue({ gold_percent: 0 })
      expect([await status(rest), await status(skipped), await status(answered)]).toEqual([403, 403, 200])
    },
  )

  it('count as completed, whatever their answers, and as none of the others', async () => {
    await world(5, 1, { hand_out: 'until_completed', min_submitted: 2, gold_percent: 50 })
    const [one] = gold
    const counts = async () => (await s.as(lead).get(`/api/v1/datasets/${d.id}/progress`)).body
    const before = await counts()
    expect(before).toMatchObject({ total: 5, completed: 1, pending: 4 })
    expect((await progress()).records).toEqual({ total: 4, completed: 0, started: 0, gold: 1 })
    for (const by of [ann, bob, eve]) await answer(by, one)
    expect(await counts()).toEqual({ ...before, submitted: 1 })
    expect((await progress()).records).toEqual({ total: 4, completed: 0, started: 0, gold: 1 })
    expect((await progress()).days).toMatchObject([{ answers: 3, completed: 0 }])
    // Deleted answers do not make it ordinary, and its answers count once it is.
    const mine = (
      await s.as(ann).get(`/api/v1/me/datasets/${d.id}/records?response_status=submitted&include=responses`)
    ).body
    await s.as(ann).delete(`/api/v1/responses/${mine.items[0].responses[0].id}`)
    expect(await counts()).toEqual({ ...before, submitted: 1 })
    await unmark(one)
    expect(await counts()).toMatchObject({ completed: 1 })
    expect((await progress()).records).toEqual({ total: 5, completed: 1, started: 0, gold: 0 })
  })

  it('look like any other record to annotators, who never see their known answer [P5]', async () => {
    await world(5, 1, { hand_out: 'until_completed', gold_percent: 50, order: 'file' })
    const [one] = gold
    const ordinary = ids[0]
    await decide(ordinary)
    const include = 'include=resolutions&include=responses&limit=50'
    const own = `/api/v1/me/datasets/${d.id}/records`
    const seen = async (by: string, id = one) => {
      const listed: Listed = (await s.as(by).get(`${own}?${include}`)).body
      const searched = (await s.as(by).post(`${own}/search?${include}`, {})).body
      const single = (await s.as(by).get(`/api/v1/records/${id}?include=resolutions`)).body
      return [
        listed.items.find((found) => found.id === id),
        searched.items.find(({ record }: { record: { id: string } }) => record.id === id)?.record,
        single,
      ].map(({ status, resolutions }) => [status, resolutions.length])
    }
    const resolutions = async (by: string, record: string | undefined) =>
      (await s.as(by).get(`/api/v1/records/${record}/resolutions`)).body.items.length
    for (const isAnswered of [false, true]) {
      if (isAnswered) for (const record of [one, ordinary]) await answer(ann, record, { kind: 'b' })
      const status = isAnswered ? 'completed' : 'pending'
      expect(await seen(ann)).toEqual(Array(3).fill([status, 0]))
      expect((await seen(ann, ordinary)).map(([known]) => known)).toEqual(Array(3).fill(status))
      expect([await resolutions(ann, one), await resolutions(ann, ordinary)]).toEqual([0, isAnswered ? 1 : 0])
      const { items } = (await s.as(ann).get(`/api/v1/records/${one}/history`)).body
      expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(isAnswered ? ['response.create'] : [])
      for (const path of ['team-progress', 'disagreements', 'records?include=resolutions'])
        expect((await s.as(ann).get(`/api/v1/datasets/${d.id}/${path}`)).status).toBe(403)
    }
    expect(await seen(lead)).toEqual(Array(3).fill(['completed', 1]))
    const { items } = (await s.as(lead).get(`/api/v1/records/${one}/history`)).body
    expect(items.map(({ kind }: { kind: string }) => kind)).toContain('gold.create')
  })

  /** All numbers that an annotator gets about a dataset. */
  async function numbersFor(by: string): Promise<Record<string, number>> {
    const me = `/api/v1/me/datasets/${d.id}`
    const found: Record<string, number> = {}
    for (const status of ['pending', 'completed']) {
      const filters = { and: [{ type: 'terms', scope: { entity: 'record', property: 'status' }, values: [status] }] }
      const { items, total } = (await s.as(by).post(`${me}/records/search?limit=500`, { filters })).body
      // Each has the status that was asked for.
      const listed: string[] = items.map(({ record }: { record: { status: string } }) => record.status)
      expect(listed).toEqual(Array(total).fill(status))
      found[`search ${status}`] = total
    }
    const metrics = (await s.as(by).get(`${me}/metrics`)).body.responses
    const total = (await s.as(by).get(`/api/v1/datasets/${d.id}/progress`)).body
    const { users } = (await s.as(by).get(`/api/v1/datasets/${d.id}/users/progress`)).body
    const own = users.find(({ username }: { username: string }) => username === by) ?? {}
    const facets = [
      { scope: { entity: 'record', property: 'status' } },
      { scope: { entity: 'response', property: 'status' } },
    ]
    const counted = (await s.as(by).post(`${me}/records/facets`, { facets })).body.facets
    for (const { scope, values } of counted)
      for (const { value, count } of values) found[`facet ${scope.entity} ${value}`] = count
    const named = { metrics, total, completed: own.completed ?? {}, pending: own.pending ?? {} }
    for (const [part, counts] of Object.entries<Record<string, number>>(named))
      for (const [name, count] of Object.entries(counts)) found[`${part} ${name}`] = count
    expect(found['facet response pending']).toBe(found['metrics pending'])
    return found
  }

  const acts = ['draft', 'submitted', 'discarded', 'skip']
  it.each(
    (
      [
        ['everyone', 1],
        ['until_completed', 1],
        ['until_completed', 2],
      ] as const
    ).flatMap(([handOut, needed]) => acts.map((act) => [handOut, needed, act] as const)),
  )('change all numbers of annotators as other records do: %s, %i needed, %s', async (hand_out, min_submitted, act) => {
    await world(11, 5, { order: 'file', hand_out, min_submitted, gold_percent: 40 })
    // Gold records are answered by everybody, others by as many as may be while they are still handed out.
    for (const id of ids) {
      const most = gold.has(id) || hand_out === 'everyone' ? 2 : min_submitted - 1
      for (const by of [bob, eve].slice(0, most)) await answer(by, id)
    }
    const queued = await walk(ann)
    expect(goldAmong(queued).length).toBeGreaterThanOrEqual(3)
    const changes: unknown[] = []
    let before = await numbersFor(ann)
    for (const id of queued) {
      if (act === 'skip') expect((await s.as(ann).put(`/api/v1/records/${id}/skip`, {})).status).toBe(204)
      else await s.as(ann).post(`/api/v1/records/${id}/responses`, { status: act, values: wire({ kind: 'a' }) })
      const after = await numbersFor(ann)
      const names = Object.keys({ ...before, ...after })
      changes.push(Object.fromEntries(names.map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)])))
      before = after
    }
    expect(changes[0]).toMatchObject({ 'metrics pending': -1 })
    expect(changes).toEqual(Array(queued.length).fill(changes[0]))
  })

  it('cannot be told by a cursor, nor asked for with one', async () => {
    await world(30, 10, { order: 'file', gold_percent: 30 })
    const lengths = new Set<number>()
    for (let next: string | null | undefined = ''; typeof next === 'string'; ) {
      next = (await page(ann, `limit=1&after=${next}`)).next
      if (!next) continue
      lengths.add(next.length)
      expect(Buffer.from(next.replace('.', ''), 'base64url').toString()).not.toMatch(/position|gold/)
    }
    expect(lengths.size).toBe(1)
    const after = { in: 'sort', keys: [9e15], pk: 1 }
    const forged = Buffer.from(JSON.stringify({ place: { in: 'mixed', position: 0, after }, total: 1 })).toString(
      'base64url',
    )
    const given = (await page(ann, 'limit=5&after=')).next ?? ''
    const changed = `${given.slice(0, -9)}${given.at(-9) === 'A' ? 'B' : 'A'}${given.slice(-8)}`
    for (const bad of [forged, `.${forged}`, changed, given.slice(0, 20), '.'])
      expect(await page(ann, `after=${bad}`)).toEqual({
        detail: "'after' query parameter must be empty or the 'next' of the page before",
      })
    expect((await page(ann, `after=${given}`)).items.length).toBeGreaterThan(0)
  })

  const byGold = (...values: string[]) => ({ type: 'terms', scope: { entity: 'record', property: 'gold' }, values })
  const byStatus = (...values: string[]) => ({
    type: 'terms',
    scope: { entity: 'response', property: 'status' },
    values,
  })
  const search = (by: string, body: object) =>
    s.as(by).post(`/api/v1/me/datasets/${d.id}/records/search?limit=500`, body)

  it.each<[handOut: string, percent: number]>([
    ['everyone', 0],
    ['until_completed', 0],
    ['until_completed', 50],
  ])('are found by leads, due or not, with their number: %s, %i %', async (hand_out, gold_percent) => {
    await world(8, 3, { order: 'file', hand_out, gold_percent })
    const [one = '', ...others] = gold
    const [due = '', completed = ''] = ids
    await answer(lead, one)
    await answer(ann, completed)
    const found = async (...and: object[]) => {
      const { body } = await search(lead, { filters: { and } })
      expect(body.total).toBe(body.items.length)
      return body.items.map(({ record }: { record: { id: string } }) => record.id)
    }
    expect(await found(byGold('gold'))).toEqual([...gold])
    expect(await found(byStatus('pending'), byGold('gold'))).toEqual(others)
    expect(await found(byStatus('submitted'), byGold('gold'))).toEqual([one])
    expect(await found(byGold('ordinary'))).toEqual(ids.filter((id) => !gold.has(id)))
    expect(await found(byGold('gold', 'ordinary'))).toEqual(ids)
    const isOver = hand_out === 'until_completed'
    const pending = ids.filter((id) => !gold.has(id) && !(isOver && id === completed))
    expect(await found(byStatus('pending'), byGold('ordinary'))).toEqual(pending)
    // Skipped, answered by others only, or assigned to others: still among the gold records without an own answer.
    await s.as(lead).put(`/api/v1/records/${others[0]}/skip`, {})
    const assigned = { records: {}, people: [{ user_id: people[0]?.id }], people_per_record: 1 }
    expect((await s.as(lead).post(`/api/v1/datasets/${d.id}/assignments`, assigned)).status).toBe(202)
    await s.context.jobs.settle()
    expect(await found(byStatus('pending'), byGold('gold'))).toEqual(others)
    const text = { query: { text: { q: 'Rome 7' } }, filters: { and: [byStatus('pending'), byGold('gold')] } }
    expect((await search(lead, text)).body.items).toHaveLength(1)
    expect((await search(lead, { ...text, query: { text: { q: 'Rome 0' } } })).body.total).toBe(0)
    // The counts are those of the lists.
    const scope = { entity: 'record', property: 'gold' }
    const ofStatus = { entity: 'response', property: 'status' }
    const counts = async (...and: object[]) => {
      const body = { facets: [{ scope }, { scope: ofStatus }], ...(and.length > 0 && { filters: { and } }) }
      const { facets } = (await s.as(lead).post(`/api/v1/me/datasets/${d.id}/records/facets`, body)).body
      return facets.map(({ values }: { values: { value: string; count: number }[] }) =>
        Object.fromEntries(values.map(({ value, count }) => [value, count])),
      )
    }
    expect(await counts()).toMatchObject([{ gold: 3, ordinary: 5 }, {}])
    for (const chosen of [[], [byGold('gold')], [byGold('ordinary')]]) {
      const listed = await found(byStatus('pending'), byGold('ordinary'))
      expect((await counts(byStatus('pending'), ...chosen))[0]).toEqual({ gold: 2, ordinary: listed.length })
    }
    expect((await counts(byGold('gold')))[1]).toMatchObject({ pending: 2, submitted: 1 })
    await unmark(due)
    await unmark(one)
    expect(await found(byGold('gold'))).toEqual(others)
  })

  it('cannot be found by annotators, whose requests are refused alike where there are none [P5]', async () => {
    const asked = async () => {
      const [first = ''] = ids
      const me = `/api/v1/me/datasets/${d.id}/records`
      const scope = { entity: 'record', property: 'gold' }
      return [
        ...(await Promise.all(
          [['gold'], ['ordinary'], ['gold', 'ordinary'], ['silver']].map((values) =>
            search(ann, { filters: { and: [byGold(...values)] } }),
          ),
        )),
        await search(ann, { filters: { and: [{ type: 'range', scope, ge: 0 }] } }),
        await search(ann, { sort: [{ scope, order: 'asc' }] }),
        await s.as(ann).post(`${me}/facets`, { facets: [{ scope }] }),
        await s.as(ann).get(`/api/v1/records/${first}/gold`),
        await s.as(ann).get(`/api/v1/records/${ids.at(-1)}/gold`),
      ].map(({ status, body }) => [status, JSON.stringify(body)])
    }
    await world(4, 0, { gold_percent: 25 })
    const without = await asked()
    expect(without.map(([status]) => status)).toEqual([422, 422, 422, 422, 422, 422, 422, 403, 403])
    await world(4, 2, { gold_percent: 25 })
    expect(await asked()).toEqual(without)
    // By default, no facet tells them.
    const { facets } = (await s.as(ann).post(`/api/v1/me/datasets/${d.id}/records/facets`, {})).body
    expect(JSON.stringify(facets)).not.toContain('gold')
    const is = async (id: string | undefined) => (await s.as(lead).get(`/api/v1/records/${id}/gold`)).body.is_gold
    expect([await is(ids[0]), await is(ids.at(-1))]).toEqual([false, true])
    expect((await search(lead, { filters: { and: [byGold('silver')] } })).status).toBe(422)
    expect((await search(lead, { sort: [{ scope: byGold('gold').scope, order: 'asc' }] })).status).toBe(422)
  })

  it('are in no share of pending records that is assigned', async () => {
    await world(40, 10, { order: 'mixed', hand_out: 'until_completed', gold_percent: 25 })
    const filters = { and: [{ type: 'terms', scope: { entity: 'response', property: 'status' }, values: ['pending'] }] }
    const body = {
      search: { filters },
      people: people.map(({ id }) => ({ user_id: id, quota: 10 })),
      people_per_record: 1,
    }
    expect((await s.as(lead).post(`/api/v1/datasets/${d.id}/assignments:preview`, body)).body.records).toBe(30)
    expect((await s.as(lead).post(`/api/v1/datasets/${d.id}/assignments`, body)).status).toBe(202)
    await s.context.jobs.settle()
    const made = (await s.as(lead).get(`/api/v1/datasets/${d.id}/assignments`)).body
    expect(made.people.map(({ assigned }: { assigned: number }) => assigned)).toEqual([10, 10, 10])
    const [kept] = gold
    await unmark(kept)
    // Assigned to nobody, so for everybody.
    for (const by of [ann, bob, eve]) expect(await byOffset(by, 50)).toContain(kept)
  })

  it('have a share, and records a number of answers, that settings cannot exceed or tell', async () => {
    await world(3, 1, { gold_percent: 20 })
    const path = `/api/v1/datasets/${d.id}`
    for (const [by, share] of [
      [lead, 20],
      [ann, 0],
    ] as const)
      expect((await s.as(by).get(`${path}/queue`)).body).toMatchObject({ gold_percent: share, min_submitted: 1 })
    for (const [most, status] of [
      [999_999_999, 200],
      [1_000_000_000, 422],
    ] as const) {
      expect((await queue({ min_submitted: most })).status).toBe(status)
      const distribution = { strategy: 'overlap', min_submitted: most }
      expect((await s.as(lead).patch(path, { distribution })).status).toBe(status)
    }
  })

  it('count by their answers, as far as they have any', async () => {
    await world(4, 3, {})
    const counts = async () => (await s.as(lead).get(`/api/v1/datasets/${d.id}/progress`)).body
    const none = { total: 4, completed: 3, pending: 1, submitted: 0, discarded: 0, conflicting: 0 }
    expect(await counts()).toEqual(none)
    const [one, two] = gold
    const discard = { status: 'discarded', values: {} }
    for (const id of [one, two])
      expect((await s.as(ann).post(`/api/v1/records/${id}/responses`, discard)).status).toBe(201)
    expect(await counts()).toEqual({ ...none, discarded: 2 })
    await answer(bob, one)
    expect(await counts()).toEqual({ ...none, discarded: 1, conflicting: 1 })
    // Marked once more, it has the same answers.
    await unmark(one)
    await mark(one)
    expect(await counts()).toEqual({ ...none, discarded: 1, conflicting: 1 })
  })

  it('are made and unmade by leads, from records with a resolution', async () => {
    await world(3, 1, {})
    const [one] = gold
    expect((await mark(ids[0])).status).toBe(422)
    await decide(ids[0])
    const stranger = await s.build.user('admin')
    for (const by of [ann, stranger.username])
      for (const act of [mark, unmark]) expect((await act(ids[0], by)).status).toBe(403)
    expect((await s.anonymous.put(`/api/v1/records/${one}/gold`, {})).status).toBe(401)
    expect((await mark('00000000-0000-4000-8000-000000000000')).status).toBe(404)
    // Repeating either changes nothing.
    expect((await mark(one)).body.is_gold).toBe(true)
    expect((await unmark(ids[0])).body.is_gold).toBe(false)
    // Answered differently, they are in the list of disagreements, where leads see which are gold.
    for (const [by, kind] of [
      [ann, 'a'],
      [bob, 'b'],
    ] as const)
      for (const id of ids) await answer(by, id, { kind })
    const { items } = (await s.as(lead).get(`/api/v1/datasets/${d.id}/disagreements`)).body
    const marked = items.map(({ record_id, is_gold }: { record_id: string; is_gold: boolean }) => [record_id, is_gold])
    expect(new Map(marked)).toEqual(new Map(ids.map((id) => [id, gold.has(id)])))
    // Without a known answer it is gold no more.
    await s.as(lead).delete(`/api/v1/records/${one}/resolutions/${d.questions.kind}`)
    expect((await progress()).records.gold).toBe(0)
  })

  it.each<[question: string, known: unknown, right: unknown[], wrong: unknown[]]>([
    ['kind', 'a', ['a'], ['b']],
    [
      'tags',
      ['x', 'y'],
      [
        ['x', 'y'],
        ['y', 'x'],
      ],
      [['x'], ['x', 'y', 'z']],
    ],
    [
      'names',
      [span('p', 0, 3), span('q', 12, 16)],
      [[span('q', 12, 16), span('p', 0, 3)]],
      [[span('p', 0, 3)], [span('q', 0, 3), span('q', 12, 16)]],
    ],
    ['stars', 3, [3], [2]],
    ['order', ranked('m', 'n'), [ranked('m', 'n')], [ranked('n', 'm')]],
    ['note', 'Rome', ['Rome'], ['rome']],
  ])('tell how many answers of each person to %s are right', async (question, known, right, wrong) => {
    await world(5, 0, {})
    const answers = [...right, ...wrong]
    const made = ids.slice(0, answers.length)
    gold = new Set(made)
    for (const [at, id] of made.entries()) {
      await decide(id, known, question)
      await mark(id)
      await answer(ann, id, { kind: 'a', [question]: answers[at] })
      // Who decided it is always right.
      await answer(lead, id, { kind: 'a', [question]: known })
      // Bob answers another question only, and Eve has a draft.
      if (question !== 'kind') await answer(bob, id, { kind: 'a' })
      const draft = { status: 'draft', values: wire({ [question]: answers[at] }) }
      await s.as(eve).post(`/api/v1/records/${id}/responses`, draft)
    }
    // An answer to a record that is not gold.
    await answer(ann, ids.at(-1), { kind: 'a' })
    const { gold: accuracy } = await progress()
    expect(accuracy).toMatchObject([
      { username: ann, user_id: people[0]?.id, question, answers: answers.length, right: right.length },
    ])
    const [low = 1, high = 0] = accuracy[0]?.interval ?? []
    expect(low).toBeLessThan(right.length / answers.length)
    expect(high).toBeGreaterThan(right.length / answers.length)
  })
})
