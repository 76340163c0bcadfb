import { describe, expect, it } from 'vitest'
import { checkPlan } from '../plan/check-plan'
import { setColumnKind } from '../plan/edit-columns'
import type { ImportPlan } from '../plan/plan'
import { ConllReader } from '../read/conll-reader'
import { flatten, type JsonObject } from '../read/flatten'
import { Profiler } from '../read/profile'
import { guessPlan } from './guess'
import { withGuessedAgents } from './guess-agent'

function scanned(columns: JsonObject) {
  const profiler = new Profiler()
  const names = Object.keys(columns)
  for (let line = 1; line <= 40; line += 1) {
    const row = { text: `The text in line ${line} of the file`, ...columns, label: `l${line % 3}` }
    const cells = [...flatten(row)].map(([, cell]) => cell)
    profiler.add({ line, cells: Object.hasOwn(columns, 'label') ? cells : cells.slice(0, -1) }, -1)
  }
  return { rows: profiler.rows, columns: profiler.profiles(['text', ...names]), answers: [] }
}

/** The agents of the suggestions in a file, by column. */
function agents({ columns }: ImportPlan): Record<string, string | undefined> {
  return Object.fromEntries(
    columns.flatMap(({ source, use }) => (use.kind === 'suggestion' ? [[source, use.agent]] : [])),
  )
}

describe('withGuessedAgents', () => {
  it.each([
    ['a plain label in a file of predictions', { label: 'a' }, 'test-predictions-bert.csv', { label: 'bert' }],
    ['a label in any other file', { label: 'a' }, 'banking77-train.csv', { label: undefined }],
    ['a file with signs that agents cannot have', { label: 'a' }, 'predictions-größe (v2).csv', { label: 'gro-e -v2' }],
    ['a file without a usable name', { label: 'a' }, 'pred-模型.csv', { label: 'pred' }],
  ])('%s', (_, columns, file, expected) => {
    const rows = scanned(columns)
    const plan = withGuessedAgents(guessPlan(rows, 'foreign'), file, { profiles: rows.columns })
    expect(agents(plan)).toEqual(expected)
    expect(checkPlan(plan)).toEqual([])
  })

  it.each([
    ['bert_prediction', 'a.csv', 'bert'],
    ['bert_predicted_label', 'a.csv', 'bert'],
    ['models/gpt 2.label', 'a.csv', 'models/gpt 2'],
    ['prediction', 'run-7.csv', 'run-7'],
    ['predicted_label', 'predictions_tagger.csv', 'tagger'],
  ])('the column %s of %s is of %s', (column, fileName, agent) => {
    const file = scanned({ [column]: 'a' })
    const [, profile] = file.columns
    const plan = profile && setColumnKind(guessPlan(file, 'foreign'), 1, 'suggestion', profile)
    expect(plan && agents(withGuessedAgents(plan, fileName, { profiles: file.columns, at: 1 }))).toEqual({
      [column]: agent,
    })
  })

  it('leaves the suggestions alone whose agent is in a column, and the known labels beside predictions', () => {
    const rows = scanned({ model: 'bert', label: 'a' })
    expect(
      agents(withGuessedAgents(guessPlan(rows, 'foreign'), 'predictions.csv', { profiles: rows.columns })),
    ).toEqual({ label: undefined })
    const both = scanned({ pred_label: 'a', label: 'a' })
    const [, predicted] = both.columns
    const plan = predicted && setColumnKind(guessPlan(both, 'foreign'), 1, 'suggestion', predicted)
    expect(plan && agents(withGuessedAgents(plan, 'predictions-x.csv', { profiles: both.columns }))).toEqual({
      pred_label: 'x',
      label: undefined,
    })
  })

  it.each([
    ['predicted tags beside known ones', 'B-person\tB-location', 'tagger-7'],
    ['tags beside chunks', 'B-NP\tB-location', undefined],
    ['tags alone', 'B-location', undefined],
  ])('of a CoNLL file with %s', (_, tags, agent) => {
    const profiler = new Profiler()
    const reader = new ConllReader({ row: (row) => profiler.add(row, -1), bad: () => undefined })
    reader.push(`Rome\t${tags}\n\nRome\t${tags.replace('person', 'location')}\n\n`)
    reader.end()
    const file = { rows: profiler.rows, columns: profiler.profiles(reader.columns), answers: [] }
    const plan = withGuessedAgents(guessPlan(file, 'foreign'), 'tagger-7.conll', { profiles: file.columns })
    expect(agents(plan)).toEqual({ entities: agent })
  })
})
