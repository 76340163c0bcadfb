import { randomUUID } from 'node:crypto'
import { isWrite } from '@postil/contract/route'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../db/engines/engine'
import type { JobTable } from '../db/tables'
import { EVENTS, type EventKind } from '../events/catalogue'
import { mountedRoutes } from '../features'
import { enqueue } from '../jobs/enqueue'
import type { BuiltDataset } from './builders'
import type { Reply } from './client'
import { eventProblems } from './logged-events'
import { rollingBack } from './rolling-back'
import { type EngineName, engines, type TestServer, testServer } from './test-server'
import { send } from './world'

interface Ids {
  workspace: string
  empty: string
  user: string
  stranger: string
  key: string
  userKey: string
  session: string
  userSession: string
  invitation: string
  /** The token of another invitation. */
  token: string
  dataset: BuiltDataset
  draft: BuiltDataset
  deleted: string
  record: string
  gold: string
  suggestion: string
  response: string
  doubt: string
  job: string
  failedJob: string
  webhook: string
  /** A change of the options of the dataset's question. */
  optionChange: string
}

type Change = [kind: string, path: (ids: Ids) => string, body?: (ids: Ids) => unknown]

const NEW_USER = { first_name: 'New', username: 'new', password: 'a-long-password' }
const ANSWER = { status: 'submitted', values: { label: { value: 'b' } } }
const item = (more: object = {}) => ({ items: [{ fields: { text: 'new' }, ...more }] })
const title = () => ({ title: 'Another title' })

/** For each route of accounts and feedback datasets that writes: a request that changes something, and the event that it must log. */
const CHANGES: Record<string, Change> = {
  changeMyPassword: [
    'user.update',
    () => 'v1/me/password',
    () => ({ current_password: 'owner-password', new_password: 'another-password' }),
  ],
  createMyApiKey: ['api_key.create', () => 'v1/me/api-keys', () => ({ name: 'two' })],
  createUserApiKey: ['api_key.create', ({ stranger }) => `v1/users/${stranger}/api-keys`, () => ({ name: 'two' })],
  deleteMyApiKey: ['api_key.delete', ({ key }) => `v1/me/api-keys/${key}`],
  deleteUserApiKey: ['api_key.delete', ({ stranger, userKey }) => `v1/users/${stranger}/api-keys/${userKey}`],
  createUser: ['user.create', () => 'v1/users', () => NEW_USER],
  createPerson: ['user.create', () => 'v1/people', () => NEW_USER],
  updateUser: ['user.update', ({ user }) => `v1/users/${user}`, () => ({ first_name: 'Other' })],
  deleteUser: ['user.delete', ({ user }) => `v1/users/${user}`],
  classicCreateUser: ['user.create', () => 'users', () => NEW_USER],
  classicDeleteUser: ['user.delete', ({ user }) => `users/${user}`],
  createWorkspace: ['workspace.create', () => 'v1/workspaces', () => ({ name: 'new' })],
  setUserDisabled: ['user.disable', ({ user }) => `v1/users/${user}/disabled`, () => ({ disabled: true })],
  endMySession: ['session.delete', ({ session }) => `v1/me/sessions/${session}`],
  endUserSession: ['session.delete', ({ user, userSession }) => `v1/users/${user}/sessions/${userSession}`],
  createInvitation: [
    'invitation.create',
    () => 'v1/invitations',
    ({ workspace }) => ({ role: 'annotator', workspace_ids: [workspace] }),
  ],
  renewInvitation: ['invitation.renew', ({ invitation }) => `v1/invitations/${invitation}/link`],
  cancelJob: ['job.cancel', ({ job }) => `v1/jobs/${job}/cancel`],
  retryJob: ['job.retry', ({ failedJob }) => `v1/jobs/${failedJob}/retry`],
  createWebhook: [
    'webhook.create',
    () => 'v1/webhooks',
    () => ({ url: 'http://127.0.0.1:9/', events: ['dataset.created'] }),
  ],
  updateWebhook: ['webhook.update', ({ webhook }) => `v1/webhooks/${webhook}`, () => ({ enabled: false })],
  deleteWebhook: ['webhook.delete', ({ webhook }) => `v1/webhooks/${webhook}`],
  deleteInvitation: ['invitation.delete', ({ invitation }) => `v1/invitations/${invitation}`],
  createPasswordLink: ['password_link.create', ({ user }) => `v1/users/${user}/password-link`],
  renameWorkspace: ['workspace.update', ({ empty }) => `v1/workspaces/${empty}`, () => ({ name: 'renamed' })],
  deleteWorkspace: ['workspace.delete', ({ empty }) => `v1/workspaces/${empty}`],
  classicCreateWorkspace: ['workspace.create', () => 'workspaces', () => ({ name: 'new' })],
  addMember: [
    'membership.create',
    ({ workspace }) => `v1/workspaces/${workspace}/users`,
    ({ stranger }) => ({ user_id: stranger }),
  ],
  removeMember: ['membership.delete', ({ workspace, user }) => `v1/workspaces/${workspace}/users/${user}`],
  classicAddMember: ['membership.create', ({ workspace, stranger }) => `workspaces/${workspace}/users/${stranger}`],
  classicRemoveMember: ['membership.delete', ({ workspace, user }) => `workspaces/${workspace}/users/${user}`],
  createDataset: ['dataset.create', () => 'v1/datasets', ({ workspace }) => ({ name: 'new', workspace_id: workspace })],
  updateDataset: ['dataset.update', ({ dataset }) => `v1/datasets/${dataset.id}`, () => ({ guidelines: 'Read.' })],
  updateQueue: ['dataset.queue.update', ({ dataset }) => `v1/datasets/${dataset.id}/queue`, () => ({ order: 'file' })],
  publishDataset: ['dataset.publish', ({ draft }) => `v1/datasets/${draft.id}/publish`],
  restoreDataset: ['dataset.restore', ({ deleted }) => `v1/bin/${deleted}/restore`],
  purgeDataset: ['dataset.purge', ({ deleted }) => `v1/bin/${deleted}`],
  deleteDataset: ['dataset.delete', ({ dataset }) => `v1/datasets/${dataset.id}`],
  createField: [
    'field.create',
    ({ draft }) => `v1/datasets/${draft.id}/fields`,
    () => ({ name: 'f', title: 'F', settings: { type: 'text' } }),
  ],
  updateField: ['field.update', ({ dataset }) => `v1/fields/${dataset.fields.text}`, title],
  deleteField: ['field.delete', ({ draft }) => `v1/fields/${draft.fields.text}`],
  createQuestion: [
    'question.create',
    ({ draft }) => `v1/datasets/${draft.id}/questions`,
    () => ({ name: 'q', title: 'Q', settings: { type: 'text' } }),
  ],
  updateQuestion: ['question.update', ({ dataset }) => `v1/questions/${dataset.questions.label}`, title],
  changeOptions: [
    'question.options_change',
    ({ dataset }) => `v1/questions/${dataset.questions.label}/options:change`,
    () => ({ kind: 'retire', value: 'c' }),
  ],
  undoOptionChange: [
    'question.options_undo',
    ({ dataset }) => `v1/questions/${dataset.questions.label}/options:undo`,
    ({ optionChange }) => ({ id: optionChange }),
  ],
  deleteQuestion: ['question.delete', ({ draft }) => `v1/questions/${draft.questions.label}`],
  createMetadataProperty: [
    'metadata_property.create',
    ({ dataset }) => `v1/datasets/${dataset.id}/metadata-properties`,
    () => ({ name: 'm', title: 'M', settings: { type: 'terms' } }),
  ],
  updateMetadataProperty: [
    'metadata_property.update',
    ({ dataset }) => `v1/metadata-properties/${dataset.metadata.split}`,
    title,
  ],
  deleteMetadataProperty: [
    'metadata_property.delete',
    ({ dataset }) => `v1/metadata-properties/${dataset.metadata.split}`,
  ],
  createVectorsSettings: [
    'vectors_settings.create',
    ({ dataset }) => `v1/datasets/${dataset.id}/vectors-settings`,
    () => ({ name: 'w', title: 'W', dimensions: 2 }),
  ],
  createLexicalVectors: [
    'vectors_settings.create',
    ({ dataset }) => `v1/datasets/${dataset.id}/vectors-settings/lexical`,
  ],
  updateVectorsSettings: [
    'vectors_settings.update',
    ({ dataset }) => `v1/vectors-settings/${dataset.vectors.v}`,
    title,
  ],
  deleteVectorsSettings: ['vectors_settings.delete', ({ dataset }) => `v1/vectors-settings/${dataset.vectors.v}`],
  createRecords: ['records.create', ({ dataset }) => `v1/datasets/${dataset.id}/records`, () => item()],
  createRecordsBulk: ['records.create', ({ dataset }) => `v1/datasets/${dataset.id}/records/bulk`, () => item()],
  upsertRecordsBulk: [
    'records.upsert',
    ({ dataset }) => `v1/datasets/${dataset.id}/records/bulk`,
    ({ record }) => item({ id: record, metadata: { a: 1 } }),
  ],
  updateRecords: [
    'records.update',
    ({ dataset }) => `v1/datasets/${dataset.id}/records`,
    ({ record }) => ({ items: [{ id: record, metadata: { a: 1 } }] }),
  ],
  deleteRecords: ['record.delete', ({ dataset, record }) => `v1/datasets/${dataset.id}/records?ids=${record}`],
  updateRecord: ['records.update', ({ record }) => `v1/records/${record}`, () => ({ metadata: { a: 1 } })],
  deleteRecord: ['record.delete', ({ record }) => `v1/records/${record}`],
  saveSuggestion: [
    'suggestion.update',
    ({ record }) => `v1/records/${record}/suggestions`,
    ({ dataset }) => ({ question_id: dataset.questions.label, value: 'b' }),
  ],
  deleteSuggestions: [
    'suggestion.delete',
    ({ record, suggestion }) => `v1/records/${record}/suggestions?ids=${suggestion}`,
  ],
  saveResolution: [
    'resolution.update',
    ({ record }) => `v1/records/${record}/resolutions`,
    ({ dataset }) => ({ question_id: dataset.questions.label, value: 'b' }),
  ],
  deleteResolution: [
    'resolution.delete',
    ({ record, dataset }) => `v1/records/${record}/resolutions/${dataset.questions.label}`,
  ],
  markGold: ['gold.create', ({ record }) => `v1/records/${record}/gold`],
  unmarkGold: ['gold.delete', ({ gold }) => `v1/records/${gold}/gold`],
  skipRecord: ['skip.create', ({ record }) => `v1/records/${record}/skip`],
  unskipRecord: ['skip.delete', ({ gold }) => `v1/records/${gold}/skip`],
  skipRecords: [
    'skip.create',
    ({ dataset }) => `v1/me/datasets/${dataset.id}/skips`,
    ({ record }) => ({ record_ids: [record] }),
  ],
  unskipRecords: ['skip.delete', ({ dataset }) => `v1/me/datasets/${dataset.id}/skips`],
  saveDoubt: ['doubt.update', ({ record }) => `v1/records/${record}/doubt`, () => ({ note: 'Still not sure' })],
  deleteDoubt: ['doubt.delete', ({ record }) => `v1/records/${record}/doubt`],
  replyToDoubt: [
    'doubt.update',
    ({ record, doubt }) => `v1/records/${record}/doubts/${doubt}/reply`,
    () => ({ reply: 'It is b' }),
  ],
  deleteSuggestion: ['suggestion.delete', ({ suggestion }) => `v1/suggestions/${suggestion}`],
  createResponse: ['response.create', ({ record }) => `v1/records/${record}/responses`, () => ANSWER],
  updateResponse: ['response.update', ({ response }) => `v1/responses/${response}`, () => ANSWER],
  deleteResponse: ['response.delete', ({ response }) => `v1/responses/${response}`],
  saveMyResponses: [
    'response.create',
    () => 'v1/me/responses/bulk',
    ({ record }) => ({ items: [{ record_id: record, ...ANSWER }] }),
  ],
}

/** The events of routes that other tests call: set-up needs a server without users, signing out a session, restoring a deletion. */
const ELSEWHERE: Record<string, EventKind[]> = {
  completeSetup: ['user.create'],
  createToken: ['session.create'],
  classicCreateToken: ['session.create'],
  join: ['invitation.accept', 'user.create'],
  acceptInvitation: ['invitation.accept', 'membership.create'],
  endSession: ['session.delete'],
  restoreRecords: ['record.restore', 'task_records.restore', 'task_record.restore'],
}
/** What changes of classic datasets log; `features/task/events.test.ts` makes them. */
const CLASSIC: Record<string, EventKind[]> = {
  createTaskDataset: ['task_dataset.create'],
  createTaskDatasetSlash: ['task_dataset.create'],
  updateTaskDataset: ['task_dataset.update'],
  copyTaskDataset: ['task_dataset.copy'],
  closeTaskDataset: ['task_dataset.close'],
  openTaskDataset: ['task_dataset.open'],
  deleteTaskDataset: ['task_dataset.delete'],
  bulkTextClassification: ['task_records.log', 'task_record.update'],
  bulkTokenClassification: ['task_records.log', 'task_record.update'],
  bulkText2Text: ['task_records.log', 'task_record.update'],
  updateTaskRecord: ['task_record.update'],
  restoreTaskRecordPart: ['task_records.log', 'task_record.update'],
  deleteTaskRecords: ['task_records.delete', 'task_records.discard', 'task_record.update'],
  putTextClassificationSettings: ['task_settings.update'],
  putTextClassificationSettingsOld: ['task_settings.update'],
  patchTextClassificationSettings: ['task_settings.update'],
  putTokenClassificationSettings: ['task_settings.update'],
  putTokenClassificationSettingsOld: ['task_settings.update'],
  patchTokenClassificationSettings: ['task_settings.update'],
  deleteTextClassificationSettings: ['task_settings.delete'],
  deleteTextClassificationSettingsOld: ['task_settings.delete'],
  deleteTokenClassificationSettings: ['task_settings.delete'],
  deleteTokenClassificationSettingsOld: ['task_settings.delete'],
  changeLabels: ['task_labels.list_change', 'task_records.relabel', 'task_record.relabel'],
  undoLabelChange: ['task_labels.list_undo', 'task_records.relabel', 'task_record.relabel'],
  createRule: ['task_rule.create'],
  createRuleOld: ['task_rule.create'],
  updateRule: ['task_rule.update'],
  updateRuleOld: ['task_rule.update'],
  deleteRule: ['task_rule.delete'],
  deleteRuleOld: ['task_rule.delete'],
  applyRules: ['task_records.predict', 'task_record.predict'],
  removeRuleSuggestions: ['task_records.predict', 'task_record.predict'],
}
/** These only start a job, which logs each record. */
const BY_JOBS: Record<string, EventKind[]> = {
  createAssignment: ['record.assign'],
  deleteAssignment: ['record.assign'],
}
/** Their requests have a body, but they only read. */
const READS = [
  ...['readLink', 'pingWebhook', 'searchMyRecords', 'searchRecords', 'countMyFacets', 'countFacets'],
  ...['previewOptionChange', 'previewAssignment', 'previewTakeBack', 'previewLabelChange', 'scanTaskRecords'],
  ...['searchTextClassification', 'searchTokenClassification', 'searchText2Text'],
  ...['summarizeTextClassificationMetric', 'summarizeTextClassificationMetricOld'],
  ...['summarizeTokenClassificationMetric', 'summarizeTokenClassificationMetricOld'],
  ...['summarizeText2TextMetric', 'summarizeText2TextMetricOld'],
]
/** Short-lived state, which is not logged: a lease expires within minutes. */
const NOT_LOGGED = ['takeLease', 'takeLeases', 'leaseNext', 'endLease', 'noteDoubtSeen', 'noteDecisionsSeen']

async function makeIds(server: TestServer): Promise<Ids> {
  const { build } = server
  const owner = server.as('owner')
  const workspace = (await build.workspace()).id
  const parts = {
    workspaceId: workspace,
    metadata: [{ name: 'split', title: 'Split', settings: { type: 'terms' } }],
    vectors: [{ name: 'v', title: 'V', dimensions: 2 }],
  }
  const dataset = await build.dataset(parts)
  const user = await build.user('annotator', { workspaces: [workspace] })
  const stranger = await build.user('annotator')
  const record = await build.record(dataset.id, {
    suggestions: [{ question_id: dataset.questions.label, value: 'a' }],
    responses: [{ user_id: user.id, status: 'draft', values: {} }],
  })
  const decision = { question_id: dataset.questions.label, value: 'a' }
  await owner.put(`/api/v1/records/${record.id}/resolutions`, decision)
  const gold = await build.record(dataset.id)
  await owner.put(`/api/v1/records/${gold.id}/resolutions`, decision)
  await owner.put(`/api/v1/records/${gold.id}/gold`)
  await owner.put(`/api/v1/records/${gold.id}/skip`)
  const signIn = async (username: string, password: string) => {
    const token = (await server.anonymous.form('/api/v1/token', { username, password })).body.access_token
    return (await server.anonymous.get('/api/v1/me/sessions', { authorization: `Bearer ${token}` })).body.items[0].id
  }
  const deleted = (await build.dataset({ workspaceId: workspace })).id
  await owner.delete(`/api/v1/datasets/${deleted}`)
  const full = (await owner.get(`/api/v1/datasets/${dataset.id}/records?include=suggestions,responses`)).body.items[0]
  return {
    workspace,
    empty: (await build.workspace()).id,
    user: user.id,
    stranger: stranger.id,
    key: (await owner.post('/api/v1/me/api-keys', { name: 'one' })).body.id,
    userKey: (await owner.post(`/api/v1/users/${stranger.id}/api-keys`, { name: 'one' })).body.id,
    session: await signIn('owner', 'owner-password'),
    userSession: await signIn(user.username, 'a-long-password'),
    invitation: (await owner.post('/api/v1/invitations', { role: 'annotator', workspace_ids: [workspace] })).body.id,
    token: (await owner.post('/api/v1/invitations', { role: 'annotator', workspace_ids: [workspace] })).body.token,
    dataset,
    draft: await build.dataset({ workspaceId: workspace, publish: false }),
    deleted,
    record: record.id,
    gold: gold.id,
    suggestion: full.suggestions[0].id,
    response: full.responses[0].id,
    doubt: (await owner.put(`/api/v1/records/${record.id}/doubt`, { note: 'Not sure' })).body.id,
    job: await makeJob(server, 'waiting'),
    failedJob: await makeJob(server, 'failed'),
    webhook: (await owner.post('/api/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['dataset.created'] })).body
      .id,
    optionChange: (
      await owner.post(`/api/v1/questions/${dataset.questions.label}/options:change`, { kind: 'reorder', order: ['c'] })
    ).body.id,
  }
}

/** A job as a server left it. */
function makeJob({ context }: TestServer, state: JobTable['state']): Promise<string> {
  return context.engine.transaction(async (tx) => {
    const subject = randomUUID()
    // Not due, so that nobody does it meanwhile.
    await enqueue(tx, { kind: 'lexical_vectors', subject, dueAt: 9e15 })
    const job = tx.updateTable('jobs').set({ state }).where('subject', '=', subject)
    return (await job.returning('id').executeTakeFirstOrThrow()).id
  })
}

interface Logged {
  kind: string
  user_id: string | null
  before: string | null
  after: string | null
}

/** The same store; what each transaction adds to the log is kept for the test to read. */
function watching(engine: Engine, seen: Logged[]): Engine {
  return {
    ...engine,
    transaction: (work) =>
      engine.transaction(async (tx) => {
        const [last] = await tx.selectFrom('events').select('seq').orderBy('seq', 'desc').limit(1).execute()
        const result = await work(tx)
        const from = Number(last?.seq ?? 0)
        seen.push(...(await tx.selectFrom('events').selectAll().where('seq', '>', from).orderBy('seq').execute()))
        return result
      }),
  }
}

describe('the table of changes', () => {
  it('has every route that is not a plain read, with what it logs or the reason for which it logs nothing', () => {
    const names = mountedRoutes.filter(({ route }) => route.method !== 'GET').map(({ name }) => name)
    const logged = { ...ELSEWHERE, ...CLASSIC, ...BY_JOBS }
    const stated = [...Object.keys(CHANGES), ...Object.keys(logged), ...READS, ...NOT_LOGGED]
    expect(names.sort()).toEqual(stated.sort())
    for (const kind of Object.values(logged).flat()) expect(Object.keys(EVENTS)).toContain(kind)
    const reads = mountedRoutes.filter(({ name }) => READS.includes(name))
    expect(reads.filter(({ route }) => isWrite(route))).toEqual([])
  })
})

describe.each(engines)('the log of changes on %s', (engine: EngineName) => {
  let server: TestServer
  let ids: Ids
  let ownerId: string
  const seen: Logged[] = []
  beforeAll(async () => {
    server = await testServer(engine)
    ids = await makeIds(server)
    ownerId = (await server.as('owner').get('/api/v1/me')).body.id
    const { context } = server
    Object.assign(context, { engine: watching(rollingBack(context.engine), seen) })
  }, 60_000)

  it('has the changes of people who are not signed in', async () => {
    const logged = async (reply: Promise<Reply>) => {
      seen.length = 0
      expect((await reply).status).toBeLessThan(300)
      expect(eventProblems(seen)).toEqual([])
      return seen.map(({ kind }) => kind)
    }
    const { anonymous } = server
    const pair = { username: 'owner', password: 'owner-password' }
    expect(await logged(anonymous.form('/api/v1/token', pair))).toEqual(['session.create'])
    expect(await logged(anonymous.form('/api/security/token', pair))).toEqual(['session.create'])
    const joining = anonymous.post('/api/join', { token: ids.token, username: 'joined', password: 'a-long-password' })
    expect(await logged(joining)).toEqual(expect.arrayContaining(['user.create', 'invitation.accept']))
  })

  it.each(Object.entries(CHANGES))('%s is written in the transaction of the change', async (name, change) => {
    const [kind, path, body] = change
    const { route } = mountedRoutes.find((mounted) => mounted.name === name) ?? {}
    if (!route) throw new Error(`No route ${name}`)
    seen.length = 0
    const reply = await send(server.as('owner'), route, `/api/${path(ids)}`, body?.(ids))
    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
    expect(seen).toContainEqual(expect.objectContaining({ kind, user_id: ownerId }))
    expect(eventProblems(seen)).toEqual([])
  })
})
