import { PATTERNS } from '@postil/contract/limits'
import { TASK_LIMITS, type Task } from '@postil/contract/task/constants'
import type { Encoding } from '../plan/plan'

/** The use of a column in a classic dataset. */
export type ClassicUse =
  /** A displayed text. Text classification has several named ones, the other tasks one. */
  | { kind: 'text'; name: string }
  /** The tokens of the text, as a list. */
  | { kind: 'tokens' }
  /** The annotation: labels, entities or a text. */
  | { kind: 'annotation' }
  /** The prediction of a model; `agent` is used where no column names one. */
  | { kind: 'prediction'; agent: string }
  /** Score and agent of the prediction in the column `of`. */
  | { kind: 'score'; of: string }
  | { kind: 'agent'; of: string }
  | { kind: 'id' }
  | { kind: 'status' }
  | { kind: 'metadata'; name: string }
  | { kind: 'vector'; name: string }
  | { kind: 'nothing' }

export type ClassicKind = ClassicUse['kind']

/** One column of the file and its use. */
export interface ClassicColumn {
  source: string
  use: ClassicUse
}

/** A label in the settings of a dataset. */
export interface ClassicLabel {
  id: string
  name: string
  description?: string
}

/** A labelling rule, without its author and creation time. */
export interface ClassicRule {
  query: string
  labels: string[]
  description?: string
}

/** How a file becomes the records of a classic dataset. */
export interface ClassicPlan {
  task: Task
  isMultiLabel: boolean
  columns: readonly ClassicColumn[]
  /** The label schema; undefined: none is saved, and every label is accepted. */
  labels: readonly ClassicLabel[] | undefined
  rules: readonly ClassicRule[]
  /** How texts without tokens are tokenised: at spaces, as in files of tokens, or into words and punctuation. */
  tokens: 'words' | 'blanks'
  /** Anything but `foreign` is our own export, whose columns have the names of the record's parts. */
  encoding: Encoding
}

/** A reason why a plan cannot be run yet; `column` is the source of the affected column, `label` the wrong label. */
export interface ClassicProblem {
  code: 'noText' | 'manyTexts' | 'doubleUse' | 'badAgent' | 'noLabels' | 'badLabel' | 'badName'
  column?: string
  label?: string
}

/** All problems of a plan. */
export function checkClassicPlan({ task, columns, labels, encoding }: ClassicPlan): ClassicProblem[] {
  const problems: ClassicProblem[] = []
  const bad = labels?.find(({ name }) => name === '' || [...name].length > TASK_LIMITS.termLength)
  if (bad) problems.push({ code: 'badLabel', label: bad.name })
  if (encoding !== 'foreign') return problems
  const texts = columns.filter(({ use }) => use.kind === 'text')
  if (texts.length === 0) problems.push({ code: 'noText' })
  if (task !== 'TextClassification' && texts.length > 1) problems.push({ code: 'manyTexts', column: texts[1]?.source })
  if (labels?.length === 0 && columns.some(({ use }) => use.kind === 'annotation' || use.kind === 'prediction')) {
    problems.push({ code: 'noLabels' })
  }
  const seen = new Set<string>()
  for (const { source, use } of columns) {
    if (use.kind === 'nothing') continue
    const key = JSON.stringify(use)
    if (seen.has(key)) problems.push({ code: 'doubleUse', column: source })
    seen.add(key)
    if (use.kind === 'prediction' && !isClassicAgent(use.agent)) problems.push({ code: 'badAgent', column: source })
    if ('name' in use && (use.name === '' || use.name.includes('\0')))
      problems.push({ code: 'badName', column: source })
  }
  return problems
}

/** Whether the server accepts a text as the agent of a prediction or annotation. */
export function isClassicAgent(name: string): boolean {
  return name.trim() !== '' && [...name].length <= TASK_LIMITS.agentLength && !name.includes('\0')
}

/** Whether the server accepts a text as the name of a classic dataset. */
export function isClassicName(name: string): boolean {
  return PATTERNS.workspaceName.test(name)
}

/** Convert any name into one that the server accepts. */
export function classicNameFor(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[-_]+/, '')
  return isClassicName(plain) ? plain : 'dataset'
}

/** A label with only a text. */
export function plainLabel(name: string): ClassicLabel {
  return { id: name, name }
}
