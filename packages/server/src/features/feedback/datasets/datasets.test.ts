import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { enqueue } from '../../../jobs/enqueue'
import { errorsOf } from '../../../testing/errors-of'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

const FORBIDDEN = { code: 'argilla.api.errors::ForbiddenOperationError', params: { detail: 'Operation not allowed' } }
const NAME_RULE = 'string does not match regex "^(?!-|_)[a-zA-Z0-9-_ ]+$"'

describe.each(engines)('datasets on %s', (engine) => {
  let s: TestServer
  beforeAll(async () => {
    s = await testServer(engine)
  })

  describe('POST /datasets', () => {
    it('creates a draft with the defaults filled in and one time everywhere [E20]', async () => {
      const workspace = await s.build.workspace()
      const reply = await s.as('owner').post('/api/v1/datasets', { name: 'News 1', workspace_id: workspace.id })
      expect(reply.status).toBe(201)
      const { id, inserted_at, ...rest } = reply.body
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
      expect(inserted_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?$/)
      expect(rest).toEqual({
        name: 'News 1',
        guidelines: null,
        allow_extra_metadata: true,
        distribution: { strategy: 'overlap', min_submitted: 1 },
        status: 'draft',
        workspace_id: workspace.id,
        last_activity_at: inserted_at,
        updated_at: inserted_at,
      })
      expect((await s.as('owner').get(`/api/v1/datasets/${id}`)).body).toEqual(reply.body)
    })

    it('keeps what is sent and ignores what cannot be set', async () => {
      const workspace = await s.build.workspace()
      const reply = await s.as('owner').post('/api/v1/datasets', {
        id: randomUUID(),
        name: 'full',
        guidelines: 'Read twice.',
        allow_extra_metadata: 'no',
        distribution: { strategy: 'overlap', min_submitted: 3 },
        status: 'ready',
        workspace_id: workspace.id.toUpperCase(),
        inserted_at: null,
      })
      expect(reply.body).toMatchObject({
        guidelines: 'Read twice.',
        allow_extra_metadata: false,
        distribution: { strategy: 'overlap', min_submitted: 3 },
        status: 'draft',
        workspace_id: workspace.id,
      })
    })

    it('lets owners and admins of the workspace create, nobody else, and looks at the role first', async () => {
      const workspace = await s.build.workspace()
      const admin = await s.build.user('admin', { workspaces: [workspace.id] })
      const stranger = await s.build.user('admin')
      const annotator = await s.build.user('annotator', { workspaces: [workspace.id] })
      const create = (username: string, workspace_id: string) =>
        s.as(username).post('/api/v1/datasets', { name: `by-${username}`, workspace_id })
      expect((await create(admin.username, workspace.id)).status).toBe(201)
      for (const { username } of [stranger, annotator]) {
        const reply = await create(username, workspace.id)
        expect([reply.status, reply.body.detail]).toEqual([403, FORBIDDEN])
      }
      const missing = randomUUID()
      expect((await create(admin.username, missing)).status).toBe(403)
      expect((await create(annotator.username, missing)).status).toBe(403)
      const reply = await create('owner', missing)
      expect([reply.status, reply.body]).toEqual([422, { detail: `Workspace with id \`${missing}\` not found` }])
    })

    it('refuses a name that its workspace has already, and only there', async () => {
      const { name, workspaceId } = await s.build.dataset({ publish: false })
      const again = await s.as('owner').post('/api/v1/datasets', { name, workspace_id: workspaceId })
      const detail = `Dataset with name \`${name}\` already exists for workspace with id \`${workspaceId}\``
      expect([again.status, again.body]).toEqual([409, { detail }])
      const elsewhere = await s.build.workspace()
      const reply = await s.as('owner').post('/api/v1/datasets', { name, workspace_id: elsewhere.id })
      expect(reply.status).toBe(201)
    })

    it.each<[object, string[]]>([
      [{}, ['body.name: field required', 'body.workspace_id: field required']],
      [{ name: '' }, ['body.name: ensure this value has at least 1 characters', 'body.workspace_id: field required']],
      [
        { name: 'a'.repeat(201), workspace_id: 1 },
        ['body.name: ensure this value has at most 200 characters', 'body.workspace_id: value is not a valid uuid'],
      ],
      [
        { name: 'Bad.Name', workspace_id: null },
        [`body.name: ${NAME_RULE}`, 'body.workspace_id: none is not an allowed value'],
      ],
    ])('refuses the shape of %j', async (body, errors) => {
      expect(errorsOf(await s.as('owner').post('/api/v1/datasets', body))).toEqual(errors)
    })

    it.each<[object, string]>([
      [{ name: '-a' }, `name: ${NAME_RULE}`],
      [{ name: '_a' }, `name: ${NAME_RULE}`],
      [{ name: 'ñ' }, `name: ${NAME_RULE}`],
      [{ guidelines: '' }, 'guidelines: ensure this value has at least 1 characters'],
      [{ guidelines: 'g'.repeat(10_001) }, 'guidelines: ensure this value has at most 10000 characters'],
      [{ allow_extra_metadata: null }, 'allow_extra_metadata: none is not an allowed value'],
      [{ allow_extra_metadata: 2 }, 'allow_extra_metadata: value could not be parsed to a boolean'],
      [
        { distribution: { strategy: 'overlap', min_submitted: 0 } },
        'distribution.min_submitted: ensure this value is greater than or equal to 1',
      ],
    ])('refuses %j', async (part, error) => {
      const body = { name: 'a', workspace_id: randomUUID(), ...part }
      expect(errorsOf(await s.as('owner').post('/api/v1/datasets', body))).toEqual([`body.${error}`])
    })
  })

  describe('GET /me/datasets and /datasets/{id}', () => {
    it('lists what the caller can see, oldest first, drafts included [C9]', async () => {
      const mine = await s.build.workspace()
      const other = await s.build.workspace()
      const annotator = await s.build.user('annotator', { workspaces: [mine.id] })
      const draft = await s.build.dataset({ workspaceId: mine.id, publish: false })
      const ready = await s.build.dataset({ workspaceId: mine.id })
      const hidden = await s.build.dataset({ workspaceId: other.id })
      const names = async (username: string, query = '') => {
        const { body } = await s.as(username).get(`/api/v1/me/datasets${query}`)
        return body.items.map((item: { name: string }) => item.name)
      }
      expect(await names(annotator.username)).toEqual([draft.name, ready.name])
      expect((await names('owner')).slice(-3)).toEqual([draft.name, ready.name, hidden.name])
      expect(await names('owner', `?workspace_id=${other.id}`)).toEqual([hidden.name])
      expect(await names(annotator.username, `?workspace_id=${mine.id}`)).toEqual([draft.name, ready.name])
      expect(await names('owner', `?workspace_id=${randomUUID()}`)).toEqual([])
    })

    it('refuses a workspace the caller is no member of, and an id that is none', async () => {
      const { id } = await s.build.workspace()
      const { username } = await s.build.user('admin')
      const reply = await s.as(username).get(`/api/v1/me/datasets?workspace_id=${id}`)
      expect([reply.status, reply.body.detail]).toEqual([403, FORBIDDEN])
      const bad = await s.as('owner').get('/api/v1/me/datasets?workspace_id=x')
      expect(errorsOf(bad)).toEqual(['query.workspace_id: value is not a valid uuid'])
      expect((await s.anonymous.get('/api/v1/me/datasets')).status).toBe(401)
    })

    it('shows a dataset to members of its workspace [C9]', async () => {
      const dataset = await s.build.dataset()
      const path = `/api/v1/datasets/${dataset.id}`
      const member = await s.build.user('annotator', { workspaces: [dataset.workspaceId] })
      const stranger = await s.build.user('admin')
      expect((await s.as(member.username).get(path)).body).toMatchObject({ id: dataset.id, status: 'ready' })
      expect((await s.as(stranger.username).get(path)).status).toBe(403)
      expect((await s.anonymous.get(path)).status).toBe(401)
      const missing = randomUUID()
      const reply = await s.as(stranger.username).get(`/api/v1/datasets/${missing}`)
      expect([reply.status, reply.body]).toEqual([404, { detail: `Dataset with id \`${missing}\` not found` }])
      expect(errorsOf(await s.as('owner').get('/api/v1/datasets/1'))).toEqual([
        'path.dataset_id: value is not a valid uuid',
      ])
    })
  })

  describe('PATCH /datasets/{id}', () => {
    it('changes a published dataset and moves both times to one instant [C10]', async () => {
      const dataset = await s.build.dataset()
      const path = `/api/v1/datasets/${dataset.id}`
      const before = (await s.as('owner').get(path)).body
      const change = { name: 'renamed', guidelines: 'New', allow_extra_metadata: false }
      const reply = await s.as('owner').patch(path, change)
      expect(reply.status).toBe(200)
      expect(reply.body).toMatchObject({ ...change, inserted_at: before.inserted_at, status: 'ready' })
      expect(reply.body.updated_at > before.updated_at).toBe(true)
      expect(reply.body.last_activity_at).toBe(reply.body.updated_at)
      expect((await s.as('owner').get(path)).body).toEqual(reply.body)
      expect((await s.as('owner').patch(path, { guidelines: null })).body.guidelines).toBeNull()
    })

    it('ignores read-only and unknown keys, whatever they hold, and moves no time for nothing', async () => {
      const dataset = await s.build.dataset()
      const path = `/api/v1/datasets/${dataset.id}`
      const before = (await s.as('owner').get(path)).body
      const sent = {
        id: null,
        workspace_id: null,
        inserted_at: null,
        updated_at: 5,
        status: 'draft',
        last_activity_at: [],
        distribution: null,
        name: before.name,
        guidelines: null,
        allow_extra_metadata: true,
      }
      const reply = await s.as('owner').patch(path, sent)
      expect([reply.status, reply.body]).toEqual([200, before])
      expect((await s.as('owner').patch(path, {})).body).toEqual(before)
      expect((await s.as('owner').patch(path, before)).body).toEqual(before)
    })

    it('refuses null where a value is needed, naming every such key', async () => {
      const { id } = await s.build.dataset({ publish: false })
      const reply = await s.as('owner').patch(`/api/v1/datasets/${id}`, { name: null, allow_extra_metadata: null })
      expect(errorsOf(reply)).toEqual([
        'body.__root__: The following keys must have non-null values: name, allow_extra_metadata',
      ])
      expect(errorsOf(await s.as('owner').patch(`/api/v1/datasets/${id}`, { name: 'é' }))).toEqual([
        `body.name: ${NAME_RULE}`,
      ])
    })

    it('refuses a name that another dataset of the workspace has, not its own', async () => {
      const first = await s.build.dataset({ publish: false })
      const second = await s.build.dataset({ workspaceId: first.workspaceId, publish: false })
      const path = `/api/v1/datasets/${second.id}`
      const reply = await s.as('owner').patch(path, { name: first.name })
      const detail = `Dataset with name \`${first.name}\` already exists for workspace with id \`${first.workspaceId}\``
      expect([reply.status, reply.body]).toEqual([409, { detail }])
      expect((await s.as('owner').patch(path, { name: second.name })).status).toBe(200)
    })

    it('sets the distribution while no record has a response', async () => {
      const dataset = await s.build.dataset()
      const path = `/api/v1/datasets/${dataset.id}`
      const owner = (await s.as('owner').get('/api/v1/me')).body
      const twice = { distribution: { strategy: 'overlap', min_submitted: 2 } }
      await s.build.record(dataset.id)
      expect((await s.as('owner').patch(path, twice)).body).toMatchObject(twice)
      await s.build.record(dataset.id, { responses: [{ user_id: owner.id, status: 'discarded' }] })
      expect((await s.as('owner').patch(path, { ...twice, guidelines: 'same distribution' })).status).toBe(200)
      const reply = await s.as('owner').patch(path, { distribution: { strategy: 'overlap', min_submitted: 3 } })
      const detail = "Distribution settings can't be modified for a dataset containing user responses"
      expect([reply.status, reply.body]).toEqual([422, { detail }])
    })

    it('is for owners and admins of the workspace', async () => {
      const dataset = await s.build.dataset({ publish: false })
      const admin = await s.build.user('admin', { workspaces: [dataset.workspaceId] })
      const annotator = await s.build.user('annotator', { workspaces: [dataset.workspaceId] })
      const patch = (username: string) => s.as(username).patch(`/api/v1/datasets/${dataset.id}`, { guidelines: 'x' })
      expect((await patch(admin.username)).status).toBe(200)
      expect((await patch(annotator.username)).status).toBe(403)
    })
  })

  describe('PUT /datasets/{id}/publish', () => {
    const optionalField = { name: 'text', title: 'T', settings: { type: 'text' } }
    const optionalQuestion = { name: 'q', title: 'Q', settings: { type: 'text' } }
    const publish = (id: string) => s.as('owner').put(`/api/v1/datasets/${id}/publish`)

    it('publishes, once', async () => {
      const { id } = await s.build.dataset({ publish: false })
      const reply = await publish(id)
      expect([reply.status, reply.body.status]).toEqual([200, 'ready'])
      expect(reply.body.updated_at > reply.body.inserted_at).toBe(true)
      expect(reply.body.last_activity_at).toBe(reply.body.updated_at)
      const again = await publish(id)
      expect([again.status, again.body]).toEqual([422, { detail: 'Dataset is already published' }])
    })

    it('asks for a required field first, then for a required question', async () => {
      const { id } = await s.build.dataset({
        fields: [optionalField],
        questions: [optionalQuestion],
        publish: false,
      })
      expect((await publish(id)).body).toEqual({ detail: 'Dataset cannot be published without required fields' })
      await s.as('owner').post(`/api/v1/datasets/${id}/fields`, { ...optionalField, name: 'must', required: true })
      const reply = await publish(id)
      expect([reply.status, reply.body]).toEqual([
        422,
        { detail: 'Dataset cannot be published without required questions' },
      ])
      await s.as('owner').post(`/api/v1/datasets/${id}/questions`, {
        ...optionalQuestion,
        name: 'must',
        required: true,
      })
      expect((await publish(id)).status).toBe(200)
    })
  })

  describe('DELETE /datasets/{id}', () => {
    it('deletes a draft [C10]', async () => {
      const { id } = await s.build.dataset({ publish: false })
      const before = (await s.as('owner').get(`/api/v1/datasets/${id}`)).body
      const reply = await s.as('owner').delete(`/api/v1/datasets/${id}`)
      expect([reply.status, reply.body]).toEqual([200, before])
      expect((await s.as('owner').get(`/api/v1/datasets/${id}`)).status).toBe(404)
      expect((await s.as('owner').delete(`/api/v1/datasets/${id}`)).status).toBe(404)
    })

    it('takes everything inside along and leaves every other dataset alone', async () => {
      const owner = (await s.as('owner').get('/api/v1/me')).body
      const fullDataset = async () => {
        const dataset = await s.build.dataset({
          metadata: [{ name: 'split', title: 'Split', settings: { type: 'terms' } }],
          vectors: [{ name: 'v', title: 'V', dimensions: 2 }],
        })
        const item = {
          fields: { text: 'Hello' },
          metadata: { split: 'train' },
          vectors: { v: [1, 2] },
          suggestions: [{ question_id: dataset.questions.label, value: 'a', agent: 'm' }],
          responses: [{ user_id: owner.id, status: 'submitted', values: { label: { value: 'b' } } }],
        }
        // More than one step of the clearing away.
        const items = Array.from({ length: 250 }, () => item)
        const made = await s.as('owner').post(`/api/v1/datasets/${dataset.id}/records/bulk`, { items })
        return { ...dataset, recordId: made.body.items[0].id }
      }
      const doomed = await fullDataset()
      const kept = await fullDataset()
      const before = await countRows(s, [doomed.id, kept.id])
      for (const counts of Object.values(before)) expect(counts[0]).toBeGreaterThan(0)
      const admin = await s.build.user('admin', { workspaces: [doomed.workspaceId] })
      expect((await s.as(admin.username).delete(`/api/v1/datasets/${doomed.id}`)).status).toBe(200)
      expect((await s.as('owner').get(`/api/v1/records/${doomed.recordId}`)).status).toBe(404)
      expect((await s.as('owner').get(`/api/v1/records/${kept.recordId}`)).status).toBe(200)
      expect((await s.as(admin.username).delete(`/api/v1/bin/${doomed.id}`)).status).toBe(200)
      await s.context.jobs.settle()
      const after = await countRows(s, [doomed.id, kept.id])
      expect(after).toEqual(
        Object.fromEntries(Object.entries(before).map(([table, counts]) => [table, [0, counts[1]]])),
      )
    })

    it('goes on clearing away after a restart', async () => {
      const { id } = await s.build.dataset()
      await s.build.record(id)
      // What a stop right after the deletion leaves in the store.
      await s.context.engine.transaction(async (tx) => {
        await tx.deleteFrom('datasets').where('id', '=', id).execute()
        await enqueue(tx, { kind: 'purge_dataset', subject: id })
      })
      await s.context.jobs.settle()
      expect((await countRows(s, [id])).records).toEqual([0])
      const jobs = await s.context.engine.db.selectFrom('jobs').select('state').where('subject', '=', id).execute()
      expect(jobs).toEqual([{ state: 'done' }])
    })

    it('is not for annotators, nor for admins of other workspaces', async () => {
      const dataset = await s.build.dataset({ publish: false })
      const annotator = await s.build.user('annotator', { workspaces: [dataset.workspaceId] })
      const stranger = await s.build.user('admin')
      for (const { username } of [annotator, stranger])
        expect((await s.as(username).delete(`/api/v1/datasets/${dataset.id}`)).status).toBe(403)
    })
  })

  it('logs every change of a dataset with its user, before and after', async () => {
    const dataset = await s.build.dataset({ publish: false })
    const path = `/api/v1/datasets/${dataset.id}`
    await s.as('owner').patch(path, { guidelines: 'x' })
    await s.as('owner').put(`${path}/publish`)
    await s.as('owner').delete(path)
    const events = await s.context.engine.db
      .selectFrom('events')
      .selectAll()
      .where('subject_id', '=', dataset.id)
      .orderBy('seq')
      .execute()
    const owner = (await s.as('owner').get('/api/v1/me')).body
    expect(events.every((event) => event.user_id === owner.id && event.dataset_id === dataset.id)).toBe(true)
    const seen = events.map(({ kind, before, after }) => [
      kind,
      before && JSON.parse(before).status,
      after && JSON.parse(after).status,
    ])
    expect(seen).toEqual([
      ['dataset.create', null, 'draft'],
      ['dataset.update', 'draft', 'draft'],
      ['dataset.publish', 'draft', 'ready'],
      ['dataset.delete', 'ready', null],
    ])
  })
})

const TABLES = [
  'fields',
  'questions',
  'metadata_properties',
  'vectors_settings',
  'records',
  'record_terms',
  'record_vectors',
  'suggestions',
  'responses',
  'answer_terms',
  'dataset_stats',
] as const

/** How many rows each table holds of each of these datasets. */
async function countRows(s: TestServer, ids: string[]): Promise<Record<string, number[]>> {
  const counts: Record<string, number[]> = {}
  for (const table of TABLES) {
    const rows = await s.context.engine.db
      .selectFrom(table)
      .select('dataset_id')
      .where('dataset_id', 'in', ids)
      .execute()
    counts[table] = ids.map((id) => rows.filter((row) => row.dataset_id === id).length)
  }
  return counts
}
