import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { engines } from '../../../testing/test-server'
import { errorName, type Json, type TaskDataset, type TaskWorld, taskWorld } from '../testing/task-world'

const annotated = (...labels: string[]) => ({ agent: 'ann', labels: labels.map((name) => ({ class: name })) })
const predicted = (agent: string, label: string) => ({ agent, labels: [{ class: label, score: 0.8 }] })

describe.each(engines)('rules as suggestions on %s', (engine) => {
  let world: TaskWorld
  beforeAll(async () => {
    world = await taskWorld(engine)
  })
  const path = (ds: TaskDataset) => ds.path('/TextClassification/labeling/suggestions')
  const addRule = (ds: TaskDataset, query: string, ...labels: string[]) =>
    world.owner.post(ds.path('/TextClassification/labeling/rules'), { query, labels })
  const record = async (ds: TaskDataset, id: number) => (await ds.search({ query: { ids: [id] } })).body.records[0]

  /** Three records that rules agree on, one they dispute, one they do not reach. */
  async function bank(more: Json[] = []): Promise<TaskDataset> {
    const ds = await world.dataset('TextClassification')
    await ds.log([
      { id: 1, inputs: { t: 'lost card' }, annotation: annotated('lost'), status: 'Validated' },
      { id: 2, inputs: { t: 'stolen card' }, annotation: annotated('card') },
      { id: 3, inputs: { t: 'a new card' } },
      { id: 4, inputs: { t: 'lost and never seen again' } },
      { id: 5, inputs: { t: 'exchange rate' } },
      ...more,
    ])
    await addRule(ds, 'lost OR stolen', 'lost')
    await addRule(ds, 'card AND (lost OR stolen)', 'lost')
    await addRule(ds, 'card', 'card')
    return ds
  }

  const counted = (query: string, covered: number, annotatedOnes: number, correct: number, incorrect: number) => ({
    query,
    covered_records: covered,
    covered_annotated_records: annotatedOnes,
    correct,
    incorrect,
  })

  it('are told in advance, with what the annotations say of them', async () => {
    const ds = await bank()
    const { status, body } = await world.owner.get(path(ds))
    expect([status, body]).toEqual([
      200,
      {
        total_records: 5,
        annotated_records: 2,
        rules: 3,
        left_out: [],
        covered_records: 4,
        not_validated_records: 3,
        disputed_records: 2,
        other_predictions: 0,
        own_predictions: 0,
        multi_label: false,
        by_rule: [
          counted('lost OR stolen', 3, 2, 1, 1),
          counted('card AND (lost OR stolen)', 2, 2, 1, 1),
          counted('card', 3, 2, 1, 1),
        ],
        methods: [
          { method: 'dawid_skene', suggested_records: 4, kept_records: 0, compared_records: 2, correct_records: 1 },
          { method: 'majority', suggested_records: 4, kept_records: 0, compared_records: 2, correct_records: 1 },
        ],
      },
    ])
  })

  it('are written with agent and score, found by searches, and leave annotation and status alone', async () => {
    const ds = await bank()
    const applied = await world.owner.post(path(ds), { method: 'majority' })
    expect([applied.status, applied.body]).toEqual([200, { suggested: 4, removed: 0, kept: 0 }])
    const one = await record(ds, 1)
    expect(one).toMatchObject({ status: 'Validated', annotation: { agent: 'ann' }, prediction: { agent: 'rules' } })
    expect(one.prediction.labels).toEqual([
      { class: 'lost', score: expect.closeTo(2 / 3) },
      { class: 'card', score: expect.closeTo(1 / 3) },
    ])
    expect(Object.keys(one.predictions)).toEqual(['rules'])
    expect(await ds.ids({ predicted_by: ['rules'] })).toEqual([1, 2, 3, 4])
    expect(await ds.ids({ predicted_as: ['card'] })).toEqual([3])
    expect(await ds.ids({ predicted: 'ok' })).toEqual([1])
    expect(await ds.ids({ predicted: 'ko' })).toEqual([2])
    expect(await ds.ids({ annotated_as: ['card'] })).toEqual([2])
    expect(await ds.ids({ query_text: 'predictions.rules.labels.class_label:lost' })).toEqual([1, 2, 4])
    // Applied again they change nothing, so that nobody's work in progress is refused.
    await world.owner.post(path(ds), { method: 'majority' })
    expect((await record(ds, 1)).last_updated).toBe(one.last_updated)
  })

  it('never take the place of another prediction unless told so, and are taken back whole', async () => {
    const ds = await bank([{ id: 6, inputs: { t: 'lost' }, prediction: predicted('bayes', 'card') }])
    const { body: report } = await world.owner.get(path(ds))
    expect(report).toMatchObject({
      other_predictions: 1,
      methods: [
        { suggested_records: 5, kept_records: 1 },
        { suggested_records: 5, kept_records: 1 },
      ],
    })
    expect((await world.owner.post(path(ds), { method: 'majority' })).body).toEqual({
      suggested: 4,
      removed: 0,
      kept: 1,
    })
    expect((await record(ds, 6)).prediction.agent).toBe('bayes')
    expect((await world.owner.post(path(ds), { method: 'majority', replace: true })).body).toMatchObject({
      suggested: 5,
      kept: 0,
    })
    expect(await record(ds, 6)).toMatchObject({
      prediction: { agent: 'rules', labels: [{ class: 'lost', score: 1 }] },
      predictions: { bayes: { labels: [{ class: 'card', score: 0.8 }] } },
    })
    expect((await world.owner.delete(path(ds))).body).toEqual({ removed: 5 })
    const back = await record(ds, 6)
    expect([back.prediction, Object.keys(back.predictions)]).toEqual([predicted('bayes', 'card'), ['bayes']])
    expect((await record(ds, 1)).prediction).toBeUndefined()
    expect(await ds.ids({ predicted_by: ['rules'] })).toEqual([])
    expect(await ds.ids({ predicted_by: ['bayes'] })).toEqual([6])
    expect(await ds.ids({ predicted: 'ok' })).toEqual([])
    expect(await ds.ids({ annotated_as: ['lost'] })).toEqual([1])
  })

  it('follow the rules: what no rule matches any more loses its suggestion', async () => {
    const ds = await bank()
    await world.owner.post(path(ds), { method: 'dawid_skene' })
    await world.owner.delete(ds.path('/TextClassification/labeling/rules/card'))
    expect((await world.owner.post(path(ds), { method: 'dawid_skene' })).body).toEqual({
      suggested: 3,
      removed: 1,
      kept: 0,
    })
    expect(await ds.ids({ predicted_by: ['rules'] })).toEqual([1, 2, 4])
  })

  it('leave out rules that cannot be read, name unknown labels, or are wrong too often', async () => {
    const ds = await bank()
    await addRule(ds, 'exchange AND (rate', 'rate')
    await world.owner.patch(ds.path('/TextClassification/settings'), {
      label_schema: { labels: ['lost', 'card', 'rate'] },
    })
    await addRule(ds, 'exchange', 'rates')
    const report = (await world.owner.get(`${path(ds)}?min_precision=0.4`)).body
    expect(report.left_out).toEqual([
      { query: 'exchange AND (rate', reason: 'unreadable', message: expect.stringContaining('exchange AND (rate') },
      { query: 'exchange', reason: 'unknown_label', message: 'The label rates is not in the label schema.' },
    ])
    // Every rule is right once and wrong once.
    const strict = (await world.owner.get(`${path(ds)}?min_precision=0.9`)).body
    expect([strict.rules, strict.covered_records, strict.left_out.length]).toEqual([0, 0, 5])
    expect((await world.owner.post(path(ds), { method: 'majority' })).body.suggested).toBe(4)
  })

  it('of records with several labels give each label a score of its own', async () => {
    const ds = await world.dataset('TextClassification')
    const multi = { multi_label: true }
    await ds.log([
      { id: 1, inputs: { t: 'red apple' }, ...multi, annotation: annotated('fruit', 'red') },
      { id: 2, inputs: { t: 'red' }, ...multi },
    ])
    await addRule(ds, 'red', 'red')
    await addRule(ds, 'apple', 'fruit', 'red')
    const report = (await world.owner.get(path(ds))).body
    expect([report.multi_label, report.methods]).toEqual([
      true,
      [
        { method: 'dawid_skene', suggested_records: 2, kept_records: 0, compared_records: 1, correct_records: 1 },
        { method: 'majority', suggested_records: 2, kept_records: 0, compared_records: 1, correct_records: 0 },
      ],
    ])
    await world.owner.post(path(ds), { method: 'dawid_skene' })
    expect(await ds.ids({ predicted_as: ['fruit'] })).toEqual([1])
    expect(await ds.ids({ predicted_as: ['red'] })).toEqual([1, 2])
    await world.owner.post(path(ds), { method: 'majority' })
    expect((await record(ds, 1)).prediction.labels).toEqual([
      { class: 'red', score: 1 },
      { class: 'fruit', score: 0.5 },
    ])
  })

  describe('of many records', () => {
    afterEach(() => {
      vi.restoreAllMocks()
    })

    /** Enough records for three steps, each matched by a rule. */
    async function large() {
      const ds = await world.dataset('TextClassification')
      await ds.log(Array.from({ length: 250 }, (_, id) => ({ id, inputs: { t: id % 2 ? 'lost' : 'card' } })))
      await addRule(ds, 'lost', 'lost')
      await addRule(ds, 'card', 'card')
      return ds
    }

    /** Have this done before the second step is written. */
    function beforeSecondStep(work: () => Promise<unknown>) {
      const { engine: store } = world.server.context
      const transaction = store.transaction.bind(store)
      let steps = 0
      vi.spyOn(store, 'transaction').mockImplementation(async (inside, options) => {
        if (options?.isBulk && ++steps === 2) await work()
        return transaction(inside, options)
      })
    }

    const suggested = async (ds: TaskDataset) =>
      (await ds.search({ query: { predicted_by: ['rules'] } }, '?limit=0')).body.total

    it('are written a hundred at a time, each an event of its own, so that others can write in between', async () => {
      const ds = await large()
      let between = 0
      beforeSecondStep(async () => {
        between = await suggested(ds)
        await ds.log([{ id: 'new', inputs: { t: 'lost' } }])
      })
      const applied = await world.owner.post(path(ds), { method: 'dawid_skene' })
      expect([applied.body, between]).toEqual([{ suggested: 250, removed: 0, kept: 0 }, 100])
      const events = await world.server.context.engine.db
        .selectFrom('events')
        .select(['before', 'after'])
        .where('kind', '=', 'task_records.predict')
        .where('dataset_id', '=', (eb) => eb.selectFrom('task_datasets').select('id').where('name', '=', ds.name))
        .orderBy('seq')
        .execute()
      expect(events.map(({ after }) => JSON.parse(after ?? '').ids.length)).toEqual([100, 100, 50])
      expect(await ds.ids({ query_text: 'lost AND NOT predicted_by:rules' })).toEqual(['new'])
    })

    it('that stopped half-way are finished by applying the rules again', async () => {
      const ds = await large()
      beforeSecondStep(() => Promise.reject(new Error('The server was killed.')))
      expect((await world.owner.post(path(ds), { method: 'majority' })).status).toBe(500)
      expect(await suggested(ds)).toBe(100)
      vi.restoreAllMocks()
      const [first] = (await ds.search({ query: { predicted_by: ['rules'] } })).body.records
      const again = await world.owner.post(path(ds), { method: 'majority' })
      expect([again.body.suggested, await suggested(ds)]).toEqual([250, 250])
      // What was written before the stop is not written anew.
      const [same] = (await ds.search({ query: { ids: [first.id] } })).body.records
      expect(same).toEqual(first)
    })

    const work = async (ds: TaskDataset) => (await world.owner.get(`${path(ds)}/work`)).body.work
    const jobs = async () => (await world.owner.get('/api/v1/jobs')).body.items.filter(isOfRules)
    const isOfRules = ({ kind }: { kind: string }) => kind === 'apply_rules'

    it('are a job with its progress, whose result is there afterwards', async () => {
      const ds = await large()
      expect(await work(ds)).toBeNull()
      let during: unknown[] = []
      beforeSecondStep(async () => {
        during = [await work(ds), (await jobs())[0]]
      })
      await world.owner.post(path(ds), { method: 'majority' })
      const open = { state: 'running', done: 100, total: 250 }
      expect(during).toMatchObject([
        { ...open, action: 'apply', result: { suggested: 100, removed: 0, kept: 0 } },
        { ...open, dataset: { name: ds.name }, is_cancellable: true },
      ])
      expect(await work(ds)).toMatchObject({ state: 'done', done: 250, result: { suggested: 250 }, error: null })
      await world.owner.delete(path(ds))
      expect(await work(ds)).toMatchObject({ action: 'remove', state: 'done', result: { suggested: 0, removed: 250 } })
    })

    it.each<[string, number]>([
      ['applied', 250],
      ['removed', 0],
    ])('that were being %s when the call was interrupted are finished by a server', async (what, left) => {
      const ds = await large()
      if (what === 'removed') await world.owner.post(path(ds), { method: 'majority' })
      beforeSecondStep(() => Promise.reject(new Error('The server was killed.')))
      const call =
        what === 'removed' ? world.owner.delete(path(ds)) : world.owner.post(path(ds), { method: 'majority' })
      expect((await call).status).toBe(500)
      vi.restoreAllMocks()
      await world.server.context.jobs.settle()
      expect(await suggested(ds)).toBe(left)
      const result = what === 'removed' ? { suggested: 0, removed: 250 } : { suggested: 250, removed: 0 }
      expect(await work(ds)).toMatchObject({ state: 'done', done: 250, total: 250, result })
    })

    it('are told to the caller when another server has taken the job over', async () => {
      const ds = await large()
      beforeSecondStep(async () => {
        const { transaction } = world.server.context.engine
        await transaction((tx) =>
          tx
            .updateTable('jobs')
            .set({ lease_until: 0 })
            .where('kind', '=', 'apply_rules')
            .where('state', '=', 'running')
            .execute(),
        )
        await world.server.context.jobs.settle()
      })
      const applied = await world.owner.post(path(ds), { method: 'majority' })
      expect([applied.status, applied.body]).toEqual([200, { suggested: 250, removed: 0, kept: 0 }])
    })

    it('stay as far as they are written when an owner cancels the job', async () => {
      const ds = await large()
      beforeSecondStep(async () => {
        const [{ id }] = await jobs()
        await world.owner.post(`/api/v1/jobs/${id}/cancel`)
      })
      const reply = await world.owner.post(path(ds), { method: 'majority' })
      expect([reply.status, errorName(reply)]).toEqual([409, 'RulesStoppedError'])
      await world.server.context.jobs.settle()
      expect(await suggested(ds)).toBe(100)
      expect(await work(ds)).toMatchObject({ state: 'cancelled', result: { suggested: 100 } })
    })

    it('leave alone what another agent predicts, and what is deleted, while they are written', async () => {
      const ds = await large()
      beforeSecondStep(async () => {
        // By their keys these come in the second step, which is prepared by now.
        await ds.log([{ id: 210, inputs: { t: 'card' }, prediction: predicted('bayes', 'lost') }])
        await world.owner.delete(ds.path('/data'), { ids: ['211'] })
      })
      const applied = await world.owner.post(path(ds), { method: 'majority' })
      expect(applied.body).toEqual({ suggested: 248, removed: 0, kept: 1 })
      expect((await record(ds, 210)).prediction).toEqual(predicted('bayes', 'lost'))
      expect(await record(ds, 211)).toBeUndefined()
      expect(await suggested(ds)).toBe(248)
    })

    it('stop when one of their labels is renamed meanwhile', async () => {
      const ds = await large()
      await world.owner.put(ds.path('/TextClassification/settings'), { label_schema: { labels: ['lost', 'card'] } })
      beforeSecondStep(() => world.owner.post(ds.path('/labels:change'), { kind: 'rename', value: 'lost', to: 'gone' }))
      const refused = await world.owner.post(path(ds), { method: 'majority' })
      expect([refused.status, errorName(refused)]).toEqual([409, 'LabelsBusyError'])
      await world.server.context.jobs.settle()
      // Not tried again: the rules would suggest something else now.
      const error = 'The label lost was changed meanwhile. Apply the rules again to finish.'
      expect(await work(ds)).toMatchObject({ state: 'failed', error, result: { suggested: 100 } })
    })

    it('stop when the dataset is closed meanwhile', async () => {
      const ds = await large()
      beforeSecondStep(() => world.owner.put(ds.path(':close')))
      const refused = await world.owner.post(path(ds), { method: 'majority' })
      expect([refused.status, errorName(refused)]).toEqual([400, 'ClosedDatasetError'])
      await world.owner.put(ds.path(':open'))
      expect(await suggested(ds)).toBe(100)
    })

    it('of two applications at once are those of the later one', async () => {
      const ds = await large()
      await addRule(ds, 'lost OR card', 'both')
      let later: Promise<{ body: Json }> | undefined
      beforeSecondStep(async () => {
        later = world.owner.post(path(ds), { method: 'majority' })
      })
      expect((await world.owner.post(path(ds), { method: 'dawid_skene' })).body.suggested).toBe(250)
      // Every record is a tie for the majority.
      expect((await later)?.body).toEqual({ suggested: 0, removed: 250, kept: 0 })
      expect(await suggested(ds)).toBe(0)
    })
  })

  it.each<[string, Json]>([
    ['an unknown method', { method: 'best' }],
    ['no method', {}],
    ['an empty agent', { method: 'majority', agent: '' }],
    ['a precision above 1', { method: 'majority', min_precision: 2 }],
  ])('refuse %s', async (_, body) => {
    const ds = await world.dataset('TextClassification')
    expect((await world.owner.post(path(ds), body)).status).toBe(422)
  })

  it('of an empty dataset, or without rules, are none', async () => {
    const ds = await world.dataset('TextClassification')
    expect((await world.owner.get(path(ds))).body).toMatchObject({ total_records: 0, rules: 0, covered_records: 0 })
    expect((await world.owner.post(path(ds), { method: 'majority' })).body).toEqual({
      suggested: 0,
      removed: 0,
      kept: 0,
    })
  })

  it('are for members of the workspace', async () => {
    const ds = await bank()
    const { username } = await world.server.build.user('admin')
    const stranger = world.as(username)
    expect((await stranger.get(path(ds))).status).toBe(403)
    expect((await stranger.post(path(ds), { method: 'majority' })).status).toBe(403)
    expect((await stranger.delete(path(ds))).status).toBe(403)
    const inside = await world.server.build.user('annotator', { workspaces: [world.workspace.id] })
    expect((await world.as(inside.username).post(path(ds), { method: 'majority' })).status).toBe(200)
  })

  describe('searches by what rules say', () => {
    const rules = [
      { query: 'lost OR stolen', labels: ['lost'] },
      { query: 'card', labels: ['card'] },
      { query: 'exchange AND (', labels: ['rate'] },
    ]

    it.each<[string, Json[], number[]]>([
      ['incorrect', rules.slice(0, 1), [2]],
      ['correct', rules.slice(0, 1), [1]],
      ['not_annotated', rules.slice(0, 1), [4]],
      ['incorrect', rules, [1, 2]],
      ['correct', rules, []],
      ['not_annotated', rules, [3, 4]],
      ['disputed', rules, [1, 2]],
      ['disputed', rules.slice(0, 1), []],
      ['incorrect', rules.slice(2), []],
      ['disputed', [], []],
    ])('%s by %j', async (outcome, of, expected) => {
      const ds = await bank()
      expect(await ds.ids({ by_rules: { rules: of, outcome } })).toEqual(expected)
      expect(await ds.ids({ by_rules: { rules: of, outcome }, query_text: 'stolen' })).toEqual(
        expected.filter((id) => id === 2),
      )
    })

    it('rules that name the same labels do not disagree, however many they are', async () => {
      const ds = await bank()
      const many = Array.from({ length: 40 }, (_, at) => ({ query: at % 2 ? 'card' : 'never', labels: ['a', 'b'] }))
      expect(await ds.ids({ by_rules: { rules: many, outcome: 'disputed' } })).toEqual([])
      const one = { query: 'seen', labels: ['c'] }
      expect(await ds.ids({ by_rules: { rules: [...many, one], outcome: 'disputed' } })).toEqual([4])
    })

    it('refuses an outcome that does not exist', async () => {
      const ds = await world.dataset('TextClassification')
      expect((await ds.search({ query: { by_rules: { rules, outcome: 'wrong' } } })).status).toBe(422)
    })
  })
})
