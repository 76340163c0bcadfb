import { LIMITS, PATTERNS } from '@postil/contract/limits'
import type { ImportPlan } from '../plan/plan'
import type { ColumnProfile } from '../read/profile'

const PREDICTION_NAME = /pred|model|guess|suggest|propos|solution|hypothesis|generated|output|completion/i
/** What the name of a prediction column says besides the model: `bert` in `bert_predicted_label`. */
const PREDICTION_WORDS = /([._ -]?(pred(icted|iction)?s?|suggest(ed|ions?)|labels?))+$/i
/** Names of files with predictions, and in them the name of who predicted: `test-predictions-tagger`. */
const PREDICTIONS_FILE = /(?:^|[._ -])pred(?:ictions?)?(?:[._ -]+(.+))?$/i

/** Whether a column is named like what a model predicted. */
export function isPredictionName(column: string): boolean {
  return PREDICTION_NAME.test(column)
}

/** Whether a file is named like the predictions of a model. */
export function isPredictionsFile(fileName: string): boolean {
  return PREDICTIONS_FILE.test(baseName(fileName))
}

/**
 * Whether the last tags of a CoNLL file are predictions, beside known tags in the column before it: both have labels in common, unlike the
 * chunks or parts of speech that other files have there.
 */
export function hasPredictedTags(columns: readonly ColumnProfile[]): boolean {
  const itemsOf = (name: string) => columns.find((column) => column.name === name)?.items
  const known = itemsOf('entities_before')
  return itemsOf('entities')?.some((label) => known?.includes(label)) ?? false
}

/**
 * Who predicted what is in a column: `model` for `model.solution` and `model_prediction`; for a plain `prediction` the file's name.
 *
 * @param isAgent - whether the server accepts a text as an agent
 */
export function agentFor(column: string, fileName: string, isAgent: (name: string) => boolean): string {
  const parent = column.includes('.') ? column.slice(0, column.lastIndexOf('.')) : column
  const file = baseName(fileName)
  const names = [parent.replace(PREDICTION_WORDS, ''), PREDICTIONS_FILE.exec(file)?.[1] ?? '', file]
  return names.find(isAgent) ?? 'model'
}

/** Whether the server accepts a text as the agent of a suggestion. */
export function isAgent(name: string): boolean {
  return PATTERNS.agent.test(name) && name.length <= LIMITS.nameLength
}

/**
 * The plan with agents for the suggestions of models that no other column names: of columns named like predictions; where there are none,
 * of all columns in a file named like predictions, or with predicted tags beside known ones. Other suggestions may be anyone's, such as the
 * known answers of a data set.
 *
 * @param at - index of the only column to look at; default: all
 */
export function withGuessedAgents(
  plan: ImportPlan,
  fileName: string,
  { profiles, at }: { profiles: readonly ColumnProfile[]; at?: number },
): ImportPlan {
  if (plan.encoding !== 'foreign') return plan
  const isNamed = plan.columns.some(({ source, use }) => use.kind === 'suggestion' && isPredictionName(source))
  const isAllPredicted = isPredictionsFile(fileName) || hasPredictedTags(profiles)
  const isOfModel = (source: string) => (isNamed ? isPredictionName(source) : isAllPredicted)
  const owned = new Set(plan.columns.flatMap(({ use }) => (use.kind === 'agent' ? [use.question] : [])))
  const columns = plan.columns.map((column, index) => {
    const { source, use } = column
    if (use.kind !== 'suggestion' || use.agent !== undefined || (at !== undefined && index !== at)) return column
    if (owned.has(use.question) || !isOfModel(source)) return column
    const agent = agentFor(isNamed ? plainAgent(source) : '', plainAgent(baseName(fileName)), isAgent)
    return { ...column, use: { ...use, agent } }
  })
  return { ...plan, columns }
}

/** A name with only the characters that agents may have. */
function plainAgent(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-zA-Z0-9-_:./\s]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

/** A file's name without its endings. */
function baseName(fileName: string): string {
  return fileName.replace(/(\.[a-z0-9]+)+$/i, '')
}
