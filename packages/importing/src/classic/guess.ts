import { TASKS, type Task } from '@postil/contract/task/constants'
import { guessPlan } from '../guess/guess'
import { agentFor, hasPredictedTags, isPredictionName, isPredictionsFile } from '../guess/guess-agent'
import { baseOf, isLabelLike } from '../guess/guess-labels'
import type { ColumnUse, Encoding } from '../plan/plan'
import type { FileReading } from '../read/file-reading'
import type { ColumnProfile, FileProfile } from '../read/profile'
import type { ClassicManifest } from './manifest'
import { type ClassicColumn, type ClassicPlan, type ClassicUse, isClassicAgent, plainLabel } from './plan'

const TOKENS_NAME = /^(tokens?|words)$/i
const TARGET_NAME =
  /^(targets?|translations?|translated|summary|summaries|answers?|ground_truth|truth|references?|output|response|responses|completions?|corrected|correction|solution|gold|label)\d*$/i
/** Names of columns with predicted labels. */
const PREDICTED_LABEL = /(^|[._ -])pred(icted|ictions?)?([._ -]?(as|labels?|class(es)?))?$/i
const STATUS_NAME = /^status$/i

/** Facts about a file to be imported as a classic dataset. */
export interface ClassicSource {
  profile: FileProfile
  reading: Pick<FileReading, 'format'>
  /** Default agent of predictions without one. */
  fileName: string
  /** The manifest of an export, if it was dropped with the file. */
  manifest?: ClassicManifest
}

/** The task of one of our own exports, named in each of its rows; undefined for any other file. */
export function exportedTask({ columns }: FileProfile): Task | undefined {
  const names = new Set(columns.map(({ name }) => name))
  if (!names.has('id') || !names.has('status')) return undefined
  const [only, ...others] = columns.find(({ name }) => name === 'task')?.distinct ?? []
  return others.length === 0 ? TASKS.find((task) => task === only) : undefined
}

/** Guess the task of a file; the user may change it. */
export function guessTask(source: ClassicSource): Task {
  const exported = exportedTask(source.profile)
  if (exported) return exported
  const { columns } = guessPlan(source.profile, 'foreign')
  const isMarked = source.profile.columns.some(({ spans, name }) => spans > 0 || TOKENS_NAME.test(baseOf(name)))
  if (source.reading.format === 'conll' || isMarked) return 'TokenClassification'
  return columns.some(({ use }) => use.kind === 'suggestion') ? 'TextClassification' : 'Text2Text'
}

/** Guess what each column of a file is in a classic dataset of a task. */
export function guessClassic(task: Task, source: ClassicSource): ClassicPlan {
  const { profile, reading, manifest } = source
  const tokens = reading.format === 'conll' ? 'blanks' : 'words'
  if (exportedTask(profile) === task) {
    const columns = profile.columns.map(({ name }): ClassicColumn => ({ source: name, use: { kind: 'nothing' } }))
    const isText = reading.format === 'csv' || reading.format === 'xlsx'
    const encoding: Encoding = isText ? 'csv' : reading.format === 'parquet' ? 'text' : 'native'
    const labels = manifest?.labels
    return { task, isMultiLabel: false, columns, labels, rules: manifest?.rules ?? [], tokens, encoding }
  }
  const uses = usesFor(task, source)
  const columns = profile.columns.map(({ name }, at) => ({
    source: name,
    use: uses[at] ?? { kind: 'nothing' as const },
  }))
  const isMultiLabel = profile.columns.some(({ lists, filled }, at) => isDecision(uses[at]) && filled > 0 && lists > 0)
  const plan: ClassicPlan = { task, isMultiLabel, columns, labels: undefined, rules: [], tokens, encoding: 'foreign' }
  // Files of tags have no column that names their task.
  if (manifest?.dataset.task === task) return { ...plan, labels: manifest.labels, rules: manifest.rules }
  return { ...plan, labels: labelsOf(plan, profile.columns) }
}

/** The labels in the columns of a plan; undefined for a task without labels. */
function labelsOf(plan: ClassicPlan, profiles: readonly ColumnProfile[]): ClassicPlan['labels'] {
  if (plan.task === 'Text2Text') return undefined
  const names = profiles.flatMap((profile, at) => {
    if (!isDecision(plan.columns[at]?.use)) return []
    if (plan.task === 'TokenClassification' || profile.lists > 0) return profile.items ?? []
    const texts = profile.distinct ?? []
    return plan.isMultiLabel ? texts.flatMap(splitLabels) : texts
  })
  return [...new Set(names)].sort(byAlphabet).map(plainLabel)
}

/**
 * A changed plan with its labels: those now in its columns, and what the user added, removed or moved before.
 *
 * @param before - the plan as it was before the change
 */
export function withLabels(before: ClassicPlan, after: ClassicPlan, profiles: readonly ColumnProfile[]): ClassicPlan {
  const found = labelsOf(after, profiles)
  const guessed = namesOf(labelsOf(before, profiles))
  const edited = namesOf(before.labels)
  if (!found || edited.join('\n') === guessed.join('\n')) return { ...after, labels: found }
  const kept = before.labels?.filter(({ name }) => !guessed.includes(name) || namesOf(found).includes(name)) ?? []
  const added = found.filter(({ name }) => !guessed.includes(name) && !edited.includes(name))
  return { ...after, labels: [...kept, ...added] }
}

function namesOf(labels: ClassicPlan['labels']): string[] {
  return (labels ?? []).map(({ name }) => name)
}

/** Split a text of several labels joined by a separator. */
export function splitLabels(text: string): string[] {
  const sign = ['|', ';', ','].find((one) => text.includes(one))
  const parts = sign ? text.split(sign) : [text]
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

function byAlphabet(a: string, b: string): number {
  return a.localeCompare(b, 'en')
}

function isDecision(use: ClassicUse | undefined): boolean {
  return use?.kind === 'annotation' || use?.kind === 'prediction'
}

/** The plan for a feedback dataset tells the content of the columns; the task tells their use. */
function usesFor(task: Task, source: ClassicSource): ClassicUse[] {
  const { profile, reading } = source
  const feedback = guessPlan(profile, 'foreign').columns.map(({ use }) => use)
  const uses = profile.columns.map((column, at) => plainUse(task, column, feedback[at] ?? { kind: 'nothing' }, source))
  if (task === 'Text2Text') withTarget(uses, source)
  if (task !== 'TextClassification') keepOneText(uses, profile.columns)
  if (reading.format === 'conll') withTags(uses, source, task)
  keepOneAnnotation(uses, source)
  withCompanions(uses, profile.columns)
  return uses
}

function plainUse(task: Task, column: ColumnProfile, feedback: ColumnUse, source: ClassicSource): ClassicUse {
  const base = baseOf(column.name)
  if (STATUS_NAME.test(base) && hasStatuses(column)) return { kind: 'status' }
  if (task === 'TokenClassification' && TOKENS_NAME.test(base) && column.lists === column.filled)
    return { kind: 'tokens' }
  switch (feedback.kind) {
    case 'field':
      return { kind: 'text', name: feedback.name }
    case 'suggestion': {
      const isSpans = column.spans > 0
      if (isSpans !== (task === 'TokenClassification') || task === 'Text2Text') {
        return column.lists > 0 ? { kind: 'nothing' } : { kind: 'metadata', name: column.name }
      }
      return isPredictionName(column.name) ? predictionOf(column.name, source) : { kind: 'annotation' }
    }
    case 'metadata': {
      const isFound = task === 'TextClassification' && PREDICTED_LABEL.test(column.name) && isLabelLike(column)
      return isFound ? predictionOf(column.name, source) : { kind: 'metadata', name: column.name }
    }
    case 'vector':
      return { kind: 'vector', name: feedback.name }
    case 'id':
      return { kind: 'id' }
    default:
      return column.filled > 0 && column.lists === 0 ? { kind: 'metadata', name: column.name } : { kind: 'nothing' }
  }
}

function hasStatuses({ distinct }: ColumnProfile): boolean {
  return distinct?.every((status) => /^(default|edited|validated|discarded)$/i.test(status)) ?? false
}

/** For text2text: the source text stays a text; columns named like results become annotations or predictions. */
function withTarget(uses: ClassicUse[], source: ClassicSource): void {
  const { columns } = source.profile
  const texts = uses.flatMap((use, at) => (use.kind === 'text' || isLongText(use, columns[at]) ? [at] : []))
  const [first] = texts.filter((at) => uses[at]?.kind === 'text')
  for (const at of texts) {
    const name = columns[at]?.name ?? ''
    if (at === first || first === undefined) continue
    const isTarget = TARGET_NAME.test(baseOf(name)) && !(name.includes('.') && isPredictionName(name))
    uses[at] = isTarget || !isPredictionName(name) ? { kind: 'annotation' } : predictionOf(name, source)
  }
}

function isLongText(use: ClassicUse, column: ColumnProfile | undefined): boolean {
  return use.kind === 'metadata' && column !== undefined && TARGET_NAME.test(baseOf(column.name))
}

function keepOneText(uses: ClassicUse[], columns: readonly ColumnProfile[]): void {
  const [first, ...others] = uses.flatMap((use, at) => (use.kind === 'text' ? [at] : []))
  for (const at of others) uses[at] = { kind: 'metadata', name: columns[at]?.name ?? '' }
  if (first !== undefined) uses[first] = { kind: 'text', name: 'text' }
}

/**
 * For token classification: the first column of spans is the annotation, a second one a prediction; label columns are ignored. A file that
 * is named after predictions has no annotation.
 */
function withTags(uses: ClassicUse[], source: ClassicSource, task: Task): void {
  const { columns } = source.profile
  const at = (name: string) => columns.findIndex((column) => column.name === name)
  const [text, last, before] = [at('text'), at('entities'), at('entities_before')]
  uses[text] = { kind: 'text', name: 'text' }
  if (before !== -1) uses[before] = { kind: 'nothing' }
  const isPredicted = isPredictionsFile(source.fileName)
  if (task !== 'TokenClassification') uses[last] = { kind: 'nothing' }
  else uses[last] = isPredicted ? predictionOf('', source) : { kind: 'annotation' }
  if (task !== 'TokenClassification' || !hasPredictedTags(columns)) return
  uses[before] = { kind: 'annotation' }
  uses[last] = predictionOf('', source)
}

/** A record has one annotation: the first of several columns; the others become predictions. */
function keepOneAnnotation(uses: ClassicUse[], source: ClassicSource): void {
  const [, ...others] = uses.flatMap((use, at) => (use.kind === 'annotation' ? [at] : []))
  for (const at of others) uses[at] = predictionOf(source.profile.columns[at]?.name ?? '', source)
}

function predictionOf(column: string, { fileName }: ClassicSource): ClassicUse {
  return { kind: 'prediction', agent: agentFor(column, fileName, isClassicAgent) }
}

const SCORE_NAME = /(^|[._ -])(score|confidence|probability|prob)$/i
const AGENT_NAME = /(^|[._ -])(agent|model|model_name|predicted_by|tagger)$/i

/** Score and agent columns of a prediction: those prefixed with the prediction's name, or the only ones. */
function withCompanions(uses: ClassicUse[], columns: readonly ColumnProfile[]): void {
  const predictions = columns.filter((_, at) => uses[at]?.kind === 'prediction').map(({ name }) => name)
  const owned = new Set<string>()
  for (const [at, column] of columns.entries()) {
    if (uses[at]?.kind !== 'metadata') continue
    const isScore =
      SCORE_NAME.test(column.name) && column.numbers === column.filled && column.min >= 0 && column.max <= 1
    const isAgent = AGENT_NAME.test(column.name) && (column.distinct?.every(isClassicAgent) ?? false)
    if (!isScore && !isAgent) continue
    const prefix = column.name.replace(isScore ? SCORE_NAME : AGENT_NAME, '').toLowerCase()
    const named = predictions.filter((name) => prefix !== '' && name.toLowerCase().startsWith(prefix))
    const [of, ...others] = named.length > 0 ? named : predictions
    const key = `${isScore} ${of}`
    if (of === undefined || others.length > 0 || owned.has(key)) continue
    owned.add(key)
    uses[at] = { kind: isScore ? 'score' : 'agent', of }
  }
}
