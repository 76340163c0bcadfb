import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Task } from '@postil/contract/task/constants'
import { describe, expect, it } from 'vitest'
import { readFile } from '../read/read-file'
import { scanFile } from '../read/scan'
import { createClassicConverter } from './convert'
import { guessClassic, guessTask, withLabels } from './guess'
import { type ClassicPlan, checkClassicPlan, plainLabel } from './plan'

const FIXTURES = join(import.meta.dirname, '../../../../e2e/fixtures')

function fixture(name: string): File {
  return new File([readFileSync(join(FIXTURES, name), 'utf8')], name)
}

async function planned(file: File, task?: Task) {
  const scan = await scanFile(file)
  const source = { profile: scan.profile, reading: scan.reading, fileName: file.name }
  const plan = guessClassic(task ?? guessTask(source), source)
  return { scan, plan, uses: Object.fromEntries(plan.columns.map(({ source: name, use }) => [name, use])) }
}

async function records(file: File, plan: ClassicPlan, reading: Parameters<typeof readFile>[1]) {
  const convert = createClassicConverter(plan, 'maria')
  const found: ReturnType<typeof convert>[] = []
  for await (const batch of readFile(file, reading)) found.push(...batch.rows.map(convert))
  return found
}

async function run(file: File, task?: Task, change: (plan: ClassicPlan) => ClassicPlan = (plan) => plan) {
  const { scan, plan } = await planned(file, task)
  return (await records(file, change(plan), scan.reading)).map((one) => ('item' in one ? one.item : one.reason))
}

describe('real files', () => {
  it('banking77: one text, one of 77 labels, validated', async () => {
    const file = fixture('banking77.csv')
    const { plan, uses } = await planned(file)
    expect(plan).toMatchObject({ task: 'TextClassification', isMultiLabel: false })
    expect(uses).toEqual({ text: { kind: 'text', name: 'text' }, category: { kind: 'annotation' } })
    expect(plan.labels).toHaveLength(77)
    expect(checkClassicPlan(plan)).toEqual([])
    const [first, ...others] = await run(file)
    expect(others).toHaveLength(153)
    expect(first).toEqual({
      id: expect.stringMatching(/^text-[0-9a-f]{24}$/),
      inputs: { text: 'I am still waiting on my card?' },
      multi_label: false,
      annotation: { agent: 'maria', labels: [{ class: 'card_arrival', score: 1 }] },
      status: 'Validated',
    })
  })

  it('wnut17: tokens as the file divides them, entities by their tags', async () => {
    const [first, second] = await run(fixture('wnut17.conll'))
    expect(first).toMatchObject({ status: 'Validated', annotation: { agent: 'maria' } })
    if (typeof first !== 'object' || typeof second !== 'object') throw new Error('not read')
    expect(first.text).toBe(first.tokens?.join(' '))
  })

  it("wnut17: a tagger's file becomes predictions with its name", async () => {
    const file = fixture('wnut17-sjtu_adapt.tsv')
    const asPredictions = (plan: ClassicPlan): ClassicPlan => ({
      ...plan,
      columns: plan.columns.map((column) =>
        column.source === 'entities' ? { ...column, use: { kind: 'prediction', agent: 'sjtu_adapt' } } : column,
      ),
    })
    const found = await run(file, undefined, asPredictions)
    expect(found).toHaveLength(30)
    expect(found[0]).toMatchObject({ status: 'Default', prediction: { agent: 'sjtu_adapt' } })
  })

  it('gsm8k: the question, what is right, and four models', async () => {
    const file = fixture('gsm8k.jsonl')
    const { uses } = await planned(file, 'Text2Text')
    expect(uses).toMatchObject({
      question: { kind: 'text', name: 'text' },
      ground_truth: { kind: 'annotation' },
      '6b_finetuning.solution': { kind: 'prediction', agent: '6b_finetuning' },
    })
    const [first] = await run(file, 'Text2Text')
    if (typeof first !== 'object') throw new Error('not read')
    expect(first.text).toMatch(/^Janet’s ducks/)
    expect(first.annotation?.sentences?.[0]?.text).toMatch(/^Janet sells/)
    expect(Object.keys(first.predictions ?? {})).toHaveLength(4)
    expect(first.prediction?.agent).toBe('6b_finetuning')
  })
})

const csv = (content: string) => new File([content], 'a.csv')
const jsonl = (...rows: object[]) => new File([rows.map((row) => JSON.stringify(row)).join('\n')], 'a.jsonl')

describe('columns', () => {
  it('with a score and a maker beside a prediction go with it', async () => {
    const file = csv('text,label,prediction,score,model\nthe first text,a,b,0.75,bert\nthe second text,b,a,0.5,bert\n')
    const { uses } = await planned(file, 'TextClassification')
    expect(uses.score).toEqual({ kind: 'score', of: 'prediction' })
    expect(uses.model).toEqual({ kind: 'agent', of: 'prediction' })
    const [first] = await run(file, 'TextClassification')
    expect(first).toMatchObject({
      prediction: { agent: 'bert', labels: [{ class: 'b', score: 0.75 }] },
      annotation: { labels: [{ class: 'a', score: 1 }] },
    })
  })

  it('of lists of labels make a dataset of several labels', async () => {
    const file = jsonl({ text: 'the first text', labels: ['a', 'b'] }, { text: 'the second text', labels: [] })
    const { plan } = await planned(file, 'TextClassification')
    expect(plan).toMatchObject({ isMultiLabel: true, labels: [{ name: 'a' }, { name: 'b' }] })
    const [first, second] = await run(file, 'TextClassification')
    expect(first).toMatchObject({ multi_label: true, annotation: { labels: [{ class: 'a' }, { class: 'b' }] } })
    expect(second).toMatchObject({ annotation: { labels: [] }, status: 'Validated' })
  })

  it('called status keep what the records were', async () => {
    const file = csv('text,label,status\nthe first text,a,Discarded\nthe second text,b,validated\n')
    expect(await run(file, 'TextClassification')).toMatchObject([{ status: 'Discarded' }, { status: 'Validated' }])
  })

  it('with two taggers hold what is right and what was found', async () => {
    const file = new File(['Paris\tB-loc\tB-loc\nis\tO\tO\nnice\tO\tB-loc\n\nRome\tB-loc\tO\n'], 'conlleval.tsv')
    const [first] = await run(file)
    expect(first).toMatchObject({
      annotation: { entities: [{ start: 0, end: 5, label: 'loc' }] },
      prediction: {
        agent: 'conlleval',
        entities: [
          { start: 0, end: 5 },
          { start: 9, end: 13 },
        ],
      },
    })
  })

  it.each([
    ['test-predictions-tagger_b.tsv', 'tagger_b'],
    ['predictions.conll', 'predictions'],
    ['uh_predictions.tsv', 'uh_predictions'],
  ])('in a file named %s are predictions of %s', async (name, agent) => {
    const [first] = await run(new File(['Paris\tB-loc\nis\tO\n\nRome\tB-loc\nis\tO\n'], name))
    expect(first).toMatchObject({ prediction: { agent, entities: [{ start: 0, end: 5, label: 'loc' }] } })
    expect(first).not.toHaveProperty('annotation.agent')
  })

  it('with chunks before the entities leave the chunks out', async () => {
    const file = new File(['EU NNP B-NP B-ORG\nrejects VBZ B-VP O\n\nPeter NNP B-NP B-PER\n'], 'eng.conll')
    const { plan } = await planned(file)
    expect(plan.labels?.map(({ name }) => name)).toEqual(['ORG', 'PER'])
  })
})

describe('rows', () => {
  it.each([
    ['without a text', 'text,label\nthe first text,a\n"",b\n', 'This row has no text.'],
    [
      'with an id twice',
      'id,text,label\n1,the first text,a\n1,the second text,b\n',
      'The id “1” is already that of line 2.',
    ],
  ])('%s are left out with a reason', async (_, content, reason) => {
    const found = await run(csv(content), 'TextClassification', (plan) => ({
      ...plan,
      columns: plan.columns.map((column) => (column.source === 'id' ? { ...column, use: { kind: 'id' } } : column)),
    }))
    expect(found).toContain(reason)
  })

  it('with a label that the schema has not are left out', async () => {
    const found = await run(csv('text,label\nthe first text,a\nthe second text,b\n'), 'TextClassification', (plan) => ({
      ...plan,
      labels: [{ id: 'a', name: 'a' }],
    }))
    expect(found[1]).toBe('“b” is not one of the labels.')
  })

  it('with an entity after the end of the text are left out', async () => {
    const file = jsonl({ text: 'short', entities: [{ start: 0, end: 9, label: 'x' }] })
    expect(await run(file, 'TokenClassification')).toEqual(['The entity from 0 to 9 ends after the text.'])
  })
})

it.each<[string, Partial<ClassicPlan>, string]>([
  ['no text', { columns: [] }, 'noText'],
  [
    'two texts of one',
    {
      task: 'Text2Text',
      columns: [
        { source: 'a', use: { kind: 'text', name: 'text' } },
        { source: 'b', use: { kind: 'text', name: 'other' } },
      ],
    },
    'manyTexts',
  ],
  ['a maker without a name', { columns: [{ source: 'p', use: { kind: 'prediction', agent: ' ' } }] }, 'badAgent'],
  ['labels of no length', { labels: [{ id: '', name: '' }] }, 'badLabel'],
])('a plan with %s cannot be carried out', (_, change, code) => {
  const plan: ClassicPlan = {
    task: 'TextClassification',
    isMultiLabel: false,
    columns: [],
    labels: undefined,
    rules: [],
    tokens: 'words',
    encoding: 'foreign',
    ...change,
  }
  expect(checkClassicPlan(plan)).toContainEqual(expect.objectContaining({ code }))
})

describe('the labels of a changed plan', () => {
  const file = new File(['text,label\nx,a|b\ny,b\n'], 'some.csv')
  const several = async (labels: (found: ClassicPlan['labels']) => ClassicPlan['labels'], isMultiLabel = true) => {
    const { scan, plan } = await planned(file, 'TextClassification')
    const columns = plan.columns.map((column): ClassicPlan['columns'][number] =>
      column.source === 'label' ? { ...column, use: { kind: 'annotation' } } : column,
    )
    const before = withLabels(plan, { ...plan, columns }, scan.profile.columns)
    const edited = { ...before, labels: labels(before.labels) }
    return withLabels(edited, { ...edited, isMultiLabel }, scan.profile.columns).labels?.map(({ name }) => name)
  }

  it('are those of its columns, as long as nobody has edited them', async () => {
    expect(await several((found) => found)).toEqual(['a', 'b'])
  })

  it('keep what the user has typed', async () => {
    expect(await several(() => ['z', 'b'].map(plainLabel))).toEqual(['z', 'b', 'a'])
  })

  it('leave out what the user has removed', async () => {
    expect(await several((found) => found?.filter(({ name }) => name !== 'b'), false)).toEqual(['a|b'])
  })
})
