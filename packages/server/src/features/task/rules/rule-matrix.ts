import type { LeftOutRule } from '@postil/contract/task/rule-suggestions'
import { findForeignLabel } from '@postil/domain/labels/label-schema'
import type { MatchPattern } from '@postil/domain/rules/majority'
import { allOf, anyOf, noneOf, type Query } from '@postil/domain/search/index'
import type { Db } from '../../../db/tables'
import { AppError } from '../../../errors'
import type { FoundTaskDataset } from '../datasets/find-task-dataset'
import { openSearch } from '../search/open-search'
import { askIndex } from '../search-index/ask-index'
import { findSettings } from '../settings/settings.service'
import { selectRules } from './rules.store'

/** A rule that can be read, with how it meets the annotations. */
interface CountedRule {
  query: string
  labels: string[]
  keys: string[]
  /** How many of the keys are annotated. */
  judged: number
  correct: number
  incorrect: number
}

/** Which rules match which records, and what is known of these records. */
export interface RuleMatrix {
  /** Every rule that can be read. */
  counted: CountedRule[]
  /** Those that take part. */
  rules: CountedRule[]
  leftOut: LeftOutRule[]
  /** Records that the same rules match are one pattern. */
  patterns: MatchPattern[]
  /** For each covered record its pattern. */
  patternOf: Map<string, number>
  /** Labels of the covered records that are annotated, as far as rules name them. */
  annotated: Map<string, Set<string>>
  notValidated: number
  /** Covered records that show a prediction of another agent. */
  others: Set<string>
  /** All records that show a prediction of the agent. */
  own: string[]
  total: number
  annotatedTotal: number
}

export interface MatrixOptions {
  agent: string
  /** Rules with a lower measured precision are left out. */
  minPrecision: number
  /** The newest version that the answer must know. */
  version?: number
}

/** Ask the search which records each stored rule matches. Rules that cannot take part are told with the reason. */
export async function readMatrix(
  db: Db,
  dataset: FoundTaskDataset,
  { agent, minPrecision, version }: MatrixOptions,
): Promise<RuleMatrix> {
  const search = await openSearch(db, dataset, version)
  const keysOf = (query: Query) => askIndex(db, search.indexed, { op: 'keys', query })
  const stored = (await selectRules(db, dataset.id)).map(
    ({ query, labels }): StoredRule => ({ query, labels: JSON.parse(labels) }),
  )
  const settings = await findSettings(db, dataset.id)
  const leftOut: LeftOutRule[] = []
  const read: { rule: StoredRule; matches: Query; keys: string[] }[] = []
  for (const rule of stored) {
    try {
      const matches = search.compileText(rule.query) ?? { type: 'all' }
      read.push({ rule, matches, keys: await keysOf(matches) })
    } catch (cause) {
      // Unreadable, or too much work: rules are stored unread, and one must not stand in the way of the others.
      if (!(cause instanceof AppError) || cause.code !== 'invalid_text_search') throw cause
      leftOut.push({ query: rule.query, reason: 'unreadable', message: cause.message })
    }
  }

  const isAnnotated = search.compileText('_exists_:annotated_as') ?? { type: 'none' }
  const all = anyOf(read.map(({ matches }) => matches))
  const covered = (query: Query) => keysOf(allOf([all, query]))
  const counts = await askIndex(db, search.indexed, { op: 'rules', rules: [], labels: [] })
  const annotated = new Map((await covered(isAnnotated)).map((key) => [key, new Set<string>()]))
  for (const label of new Set(read.flatMap(({ rule }) => rule.labels)))
    for (const key of await covered(search.compile({ annotated_as: [label] }).query)) annotated.get(key)?.add(label)

  const counted = read.map(({ rule, keys }) => count(rule, keys, annotated))
  const rules = counted.filter((rule) => {
    const foreign = findForeignLabel(settings, rule.labels)
    const { query, correct, incorrect } = rule
    const isLow = correct + incorrect > 0 && correct / (correct + incorrect) < minPrecision
    if (foreign !== undefined) leftOut.push({ query, reason: 'unknown_label', message: unknownLabel(foreign) })
    else if (isLow) leftOut.push({ query, reason: 'low_precision', message: lowPrecision(rule) })
    return foreign === undefined && !isLow
  })
  const { patterns, patternOf } = groupByPattern(rules)
  const isCovered = (key: string) => patternOf.has(key)
  const isOwn = search.compile({ predicted_by: [agent] }).query
  const isOther = allOf([search.compile({ has_prediction: true }).query, noneOf(isOwn)])
  const isOpen = noneOf(search.compile({ status: ['Validated'] }).query)
  return {
    counted,
    rules,
    leftOut,
    patterns,
    patternOf,
    annotated: new Map([...annotated].filter(([key]) => isCovered(key))),
    notValidated: (await covered(isOpen)).filter(isCovered).length,
    others: new Set((await covered(isOther)).filter(isCovered)),
    own: await keysOf(isOwn),
    total: counts.total,
    annotatedTotal: counts.annotated,
  }
}

interface StoredRule {
  query: string
  labels: string[]
}

function count(rule: StoredRule, keys: string[], annotated: ReadonlyMap<string, ReadonlySet<string>>): CountedRule {
  const given = keys.flatMap((key) => annotated.get(key) ?? [])
  const correct = given.reduce((sum, labels) => sum + rule.labels.filter((label) => labels.has(label)).length, 0)
  return { ...rule, keys, judged: given.length, correct, incorrect: given.length * rule.labels.length - correct }
}

function groupByPattern(rules: readonly CountedRule[]) {
  const matching = new Map<string, number[]>()
  for (const [at, { keys }] of rules.entries())
    for (const key of keys) {
      const row = matching.get(key)
      if (row) row.push(at)
      else matching.set(key, [at])
    }
  const patterns: { rules: number[]; count: number }[] = []
  const known = new Map<string, number>()
  const patternOf = new Map<string, number>()
  for (const [key, row] of matching) {
    const name = row.join()
    const at = known.get(name) ?? patterns.length
    known.set(name, at)
    const pattern = patterns[at]
    if (pattern) pattern.count += 1
    else patterns.push({ rules: row, count: 1 })
    patternOf.set(key, at)
  }
  return { patterns, patternOf }
}

function unknownLabel(label: string): string {
  return `The label ${label} is not in the label schema.`
}

function lowPrecision({ correct, incorrect }: CountedRule): string {
  return `Only ${correct} of its ${correct + incorrect} labels are right.`
}
