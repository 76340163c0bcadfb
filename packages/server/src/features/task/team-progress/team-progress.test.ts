import type { Task } from '@postil/contract/task/constants'
import type { TaskTeamProgress } from '@postil/contract/task/team-progress'
import { CompiledQuery } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { doneRecords } from '../../../db/migrations/0051-done-records'
import { DDL_WORDS } from '../../../db/migrations/migration'
import { engines } from '../../../testing/test-server'
import { recentValidationsQuery } from '../../account/people/people.service'
import { type Json, type TaskDataset, type TaskWorld, taskWorld } from '../testing/task-world'

const labels = (...names: string[]) => names.map((name) => ({ class: name, score: 1 }))
const by = (agent: string, ...names: string[]) => ({ agent, labels: labels(...names) })
const HOUR = 3_600_000_000
/** 22 November 2026, 23:30 UTC: the 23rd in Berlin. */
const LATE = Date.UTC(2026, 10, 22, 23, 30) * 1000

describe.each(engines)('the progress of the team of a classic dataset on %s', (engine) => {
  let world: TaskWorld
  let ann: { id: string; username: string }
  let bob: { id: string; username: string }

  beforeAll(async () => {
    world = await taskWorld(engine)
    const workspaces = [world.workspace.id]
    ann = await world.server.build.user('annotator', { workspaces })
    bob = await world.server.build.user('annotator', { workspaces })
  })

  async function progressOf(ds: TaskDataset, timeZone?: string): Promise<TaskTeamProgress> {
    const query = timeZone === undefined ? '' : `?time_zone=${encodeURIComponent(timeZone)}`
    const { status, body } = await world.owner.get(ds.path(`/team-progress${query}`))
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const edit = async (ds: TaskDataset, username: string, change: Json) => {
    const { body } = await world.as(username).get(ds.path(`/records/${change.id}`))
    const { inputs, text, tokens, last_updated } = body
    const given = Object.fromEntries(Object.entries({ inputs, text, tokens }).filter(([, part]) => part !== undefined))
    const records = [{ ...given, last_updated, ...change }]
    const { status } = await world.as(username).post(ds.path(`/${ds.task}:bulk?edits=true`), { records })
    expect(status).toBe(200)
  }
  const validate = (ds: TaskDataset, username: string, id: string, ...names: string[]) =>
    edit(ds, username, { id, status: 'Validated', annotation: by(username, ...names) })
  /** Move the time at which a record was validated or discarded to some hours from `LATE`. */
  const moveTo = (hours: number, ...keys: string[]) =>
    world.server.context.engine.transaction((tx) =>
      tx
        .updateTable('task_records')
        .set({ done_at: LATE + hours * HOUR })
        .where('key', 'in', keys)
        .execute(),
    )
  /** Who has validated and discarded how many. */
  const brief = ({ people }: TaskTeamProgress) =>
    people.map(({ username, submitted, discarded }) => [username, submitted, discarded])

  it('counts what users validated in seven days among their answers on the page about people, for leads of the workspace', async () => {
    const { build } = world.server
    const eve = await build.user('annotator', { workspaces: [world.workspace.id] })
    const [lead, stranger] = [
      await build.user('admin', { workspaces: [world.workspace.id] }),
      await build.user('admin', { workspaces: [(await build.workspace('elsewhere')).id] }),
    ]
    const ds = await world.dataset('TextClassification')
    await ds.log(['a', 'b', 'c', 'd', 'e'].map((id) => ({ id: `week-${id}`, inputs: { text: id } })))
    for (const id of ['week-a', 'week-b', 'week-c']) await validate(ds, eve.username, id, 'x')
    await edit(ds, eve.username, { id: 'week-d', status: 'Discarded' })
    await world.server.context.engine.transaction((tx) =>
      tx
        .updateTable('task_records')
        .set((eb) => ({ done_at: eb('done_at', '-', 8 * 24 * HOUR) }))
        .where('key', '=', 'week-c')
        .execute(),
    )
    const seenBy = async (username: string) => {
      const { body } = await world.as(username).get('/api/v1/people/answers')
      return body.items.find(({ user_id }: Json) => user_id === eve.id)?.answers
    }
    expect([await seenBy('owner'), await seenBy(lead.username), await seenBy(stranger.username)]).toEqual([
      2,
      2,
      undefined,
    ])
    await world.owner.put(ds.path(':copy'), { name: `${ds.name}-week` })
    const copy = { ...ds, path: (rest: string) => `/api/datasets/${ds.name}-week${rest}` }
    expect(await seenBy('owner'), 'the work in the original is counted once').toBe(2)
    await validate(copy, eve.username, 'week-e', 'x')
    expect(await seenBy('owner')).toBe(3)
    const { engine: store } = world.server.context
    const owner = { id: 'x', username: 'owner', role: 'owner' } as const
    const { sql, parameters } = recentValidationsQuery(store.db, owner, Date.now() * 1000)
    if (engine === 'sqlite') {
      const query = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])
      expect(JSON.stringify((await store.db.getExecutor().executeQuery(query)).rows)).toContain('task_records_done')
    }
  })

  it('counts who validated and discarded what, by day in the time zone that is asked for', async () => {
    const ds = await world.dataset('TextClassification')
    await ds.log(['a', 'b', 'c', 'd', 'e'].map((id) => ({ id: `day-${id}`, inputs: { text: id } })))
    await world.owner.patch(`/api/v1/users/${ann.id}`, { first_name: 'Ann', last_name: 'Lee' })
    await validate(ds, ann.username, 'day-a', 'x')
    await validate(ds, ann.username, 'day-b', 'y')
    await validate(ds, bob.username, 'day-c', 'x')
    await world.as(bob.username).patch(ds.path('/records/day-d'), { status: 'Discarded' })
    await moveTo(0, 'day-a', 'day-d')
    await moveTo(8 / 3600, 'day-b')
    await moveTo(24, 'day-c')
    const utc = await progressOf(ds)
    expect(utc.records).toEqual({ total: 5, completed: 4, validated: 3, discarded: 1 })
    expect(utc.days).toEqual([
      { date: '2026-11-22', answers: 2, completed: 3 },
      { date: '2026-11-23', answers: 1, completed: 1 },
    ])
    expect(utc.people).toMatchObject([
      { user_id: ann.id, username: ann.username, name: 'Ann Lee', submitted: 2, discarded: 0, seconds: 8 },
      { user_id: bob.id, username: bob.username, submitted: 1, discarded: 1, seconds: null },
    ])
    expect(utc.people[0]).toMatchObject({ last_answer_at: '2026-11-22T23:30:08' })
    expect(utc.people[1]?.days).toEqual([{ date: '2026-11-23', answers: 1 }])
    const berlin = await progressOf(ds, 'Europe/Berlin')
    expect(berlin.days.map(({ date }) => date)).toEqual(['2026-11-23', '2026-11-24'])
  })

  it('follows changes, and leaves a validation as it was when something else changes', async () => {
    const ds = await world.dataset('TextClassification')
    const programs = { id: 'f-c', inputs: { text: 'c' }, status: 'Validated', annotation: by('pipeline', 'x') }
    await ds.log([{ id: 'f-a', inputs: { text: 'a' } }, { id: 'f-b', inputs: { text: 'b' } }, programs])
    expect(brief(await progressOf(ds))).toEqual([['pipeline', 1, 0]])
    await validate(ds, ann.username, 'f-a', 'x')
    await moveTo(0, 'f-a')
    await world.as(bob.username).patch(ds.path('/records/f-a'), { metadata: { n: 1 } })
    await ds.log([{ id: 'f-a', inputs: { text: 'a' }, prediction: by('model', 'y'), status: 'Validated' }])
    const same = await progressOf(ds)
    expect(same.people.find(({ username }) => username === ann.username)?.days).toEqual([
      { date: '2026-11-22', answers: 1 },
    ])
    // Somebody else annotates it otherwise.
    await validate(ds, bob.username, 'f-a', 'y')
    expect(brief(await progressOf(ds)).toSorted()).toEqual(
      [
        [bob.username, 1, 0],
        ['pipeline', 1, 0],
      ].toSorted(),
    )
    const marked = { ids: ['f-a', 'f-b'] }
    await world.as(ann.username).delete(ds.path('/data?mark_as_discarded=true'), marked)
    expect(brief(await progressOf(ds)).toSorted()).toEqual(
      [
        [ann.username, 0, 2],
        ['pipeline', 1, 0],
      ].toSorted(),
    )
    await edit(ds, ann.username, { id: 'f-a', status: 'Default', annotation: null })
    expect((await progressOf(ds)).records).toEqual({ total: 3, completed: 2, validated: 1, discarded: 1 })
    await world.owner.put(ds.path(':copy'), { name: `${ds.name}-copy` })
    const copy = { ...ds, path: (rest: string) => `/api/datasets/${ds.name}-copy${rest}` }
    expect(brief(await progressOf(copy))).toEqual(brief(await progressOf(ds)))
  })

  it('counts what agents with very long names validated', async () => {
    const ds = await world.dataset('TextClassification')
    const name = 'a name that goes on '.repeat(20)
    const annotations = { [name]: { labels: labels('x') } }
    await ds.log([{ id: 'long', inputs: { text: 'long' }, annotations, status: 'Validated' }])
    expect(brief(await progressOf(ds))).toEqual([[name.slice(0, 64), 1, 0]])
  })

  it('has deleted records no longer, and restored ones as they were', async () => {
    const ds = await world.dataset('TextClassification')
    await ds.log([{ id: 'r-a', inputs: { text: 'a' } }])
    await validate(ds, ann.username, 'r-a', 'x')
    await moveTo(0, 'r-a')
    const before = await progressOf(ds)
    await world.owner.delete(ds.path('/data'), { ids: ['r-a'] })
    expect(await progressOf(ds)).toMatchObject({ records: { total: 0 }, people: [], days: [] })
    const { items } = (await world.owner.get('/api/v1/deletions')).body
    const [deletion] = items.filter((one: { dataset: { name: string } }) => one.dataset.name === ds.name)
    const { status } = await world.owner.post(`/api/v1/deletions/${deletion.id}/restore`, {})
    expect(status).toBe(200)
    expect({ ...(await progressOf(ds)), today: '' }).toEqual({ ...before, today: '' })
  })

  it('counts records from before it was noted by the agent of the annotation and the time of the last change', async () => {
    const ds = await world.dataset('TextClassification')
    const done = { status: 'Validated', annotation: by('pipeline', 'x') }
    await ds.log([
      { id: 'o-a', inputs: { text: 'a' }, ...done },
      { id: 'o-b', inputs: { text: 'b' }, metadata: { status: 'Validated' } },
      { id: 'o-c', inputs: { text: 'c' }, status: 'Discarded' },
    ])
    const before = await progressOf(ds)
    const none = { done_as: null, done_by: null, done_at: null }
    await world.server.context.engine.transaction(async (tx) => {
      await tx.updateTable('task_records').set(none).where('key', 'in', ['o-a', 'o-b', 'o-c']).execute()
      for (const statement of doneRecords.statements(DDL_WORDS[engine], engine))
        if (!/^alter|^create index/.test(statement)) await tx.executeQuery(CompiledQuery.raw(statement))
    })
    const after = await progressOf(ds)
    expect(after.days).toEqual(before.days)
    expect(new Set(brief(after))).toEqual(
      new Set([
        ['pipeline', 1, 0],
        [null, 0, 1],
      ]),
    )
    expect(after.people.find(({ username }) => username === 'pipeline')).toEqual(
      before.people.find(({ username }) => username === 'pipeline'),
    )
  })

  it.each<[Task, Json[]]>([
    [
      'TextClassification',
      [
        { inputs: { text: '1' }, prediction: by('m', 'x'), annotation: by('ann', 'x'), status: 'Validated' },
        { inputs: { text: '2' }, prediction: by('m', 'x'), annotation: by('ann', 'y'), status: 'Validated' },
        { inputs: { text: '3' }, prediction: by('m', 'y') },
        { inputs: { text: '4' }, prediction: by('other', 'x'), annotation: by('ann', 'x'), status: 'Discarded' },
      ],
    ],
    [
      'TokenClassification',
      [
        tokens({ prediction: entities('m', 'x'), annotation: entities('ann', 'x'), status: 'Validated' }),
        tokens({ prediction: entities('m', 'x'), annotation: entities('ann', 'y'), status: 'Validated' }),
        tokens({ prediction: entities('m', 'y') }),
        tokens({ prediction: entities('other', 'x'), annotation: entities('ann', 'x'), status: 'Discarded' }),
      ],
    ],
    [
      'Text2Text',
      [
        {
          text: '1',
          prediction: sentences('m', 'one', 'two'),
          annotation: sentences('ann', 'one'),
          status: 'Validated',
        },
        {
          text: '2',
          prediction: sentences('m', 'one', 'two'),
          annotation: sentences('ann', 'two'),
          status: 'Validated',
        },
        { text: '3', prediction: sentences('m', 'one') },
        { text: '4', prediction: sentences('other', 'one'), annotation: sentences('ann', 'one'), status: 'Discarded' },
      ],
    ],
  ])('tells what became of the predictions, and counts labels: %s', async (task, records) => {
    const ds = await world.dataset(task)
    const reply = await ds.log(records.map((record, at) => ({ id: `${task}-${at}`, ...record })))
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    const found = await progressOf(ds)
    expect(found.predictions).toEqual([
      { agent: 'm', suggested: 3, answered: 2, accepted: 1, changed: 1 },
      { agent: 'other', suggested: 1, answered: 0, accepted: 0, changed: 0 },
    ])
    expect(found.labels).toEqual(
      task === 'Text2Text'
        ? []
        : [
            { label: 'x', answers: 1, suggested: 3 },
            { label: 'y', answers: 1, suggested: 1 },
          ],
    )
  })

  it('is for who leads the workspace, and refuses unknown time zones', async () => {
    const ds = await world.dataset('TextClassification')
    const path = ds.path('/team-progress')
    const [admin, stranger] = [
      await world.server.build.user('admin', { workspaces: [world.workspace.id] }),
      await world.server.build.user('admin'),
    ]
    expect((await world.as(admin.username).get(path)).status).toBe(200)
    expect((await world.as(ann.username).get(path)).status).toBe(403)
    expect((await world.as(stranger.username).get(path)).status).toBe(403)
    expect((await world.owner.get(`${path}?time_zone=Mars/Olympus`)).status).toBe(422)
    expect(await progressOf(ds)).toMatchObject({ records: { total: 0 }, days: [], people: [], predictions: [] })
  })

  it('is announced to those who follow, as is every change', async () => {
    const ds = await world.dataset('TextClassification')
    const changesOf = async (as = world.owner) => {
      const { items }: { items: Json[] } = (await as.get('/api/v1/me/activity')).body
      return items.find(({ dataset_id }) => dataset_id === `${world.workspace.name}.${ds.name}`)?.changes
    }
    const before = await changesOf()
    await ds.log([{ id: 'l-a', inputs: { text: 'a' } }])
    expect(await changesOf(world.as(ann.username))).toBeGreaterThan(Number(before))
    const stranger = await world.server.build.user('annotator')
    expect(await changesOf(world.as(stranger.username))).toBeUndefined()
  })
})

function tokens(parts: Json): Json {
  return { text: 'Ann Lee', tokens: ['Ann', 'Lee'], ...parts }
}

function entities(agent: string, label: string): Json {
  return { agent, entities: [{ start: 0, end: 3, label, score: 1 }] }
}

function sentences(agent: string, ...texts: string[]): Json {
  return { agent, sentences: texts.map((text, at) => ({ text, score: 1 - at / 10 })) }
}
