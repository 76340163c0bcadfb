import type { AppliedRules, ApplyRules, LeftOutRule, RuleReport } from '@postil/contract/task/rule-suggestions'
import { findForeignLabel } from '@postil/domain/labels/label-schema'
import type { SuggestedLabel } from '@postil/domain/rules/majority'
import type { ClassScore } from '@postil/domain/task-records/document'
import { withoutPrediction, withPrediction } from '@postil/domain/task-records/predictions'
import type { SessionUser } from '../../../context'
import type { Engine } from '../../../db/engines/engine'
import type { Db, Tx } from '../../../db/tables'
import { AppError } from '../../../errors'
import { labelsBusy } from '../../../wire/classic-errors'
import { keyedMutex } from '../../../workers/keyed-mutex'
import type { FoundTaskDataset } from '../datasets/find-task-dataset'
import { changePredictions, isMultiLabelled, type StoredPrediction } from '../records/predictions.service'
import { openSearch } from '../search/open-search'
import { askIndex } from '../search-index/ask-index'
import type { AskedRule, PlanAsked, PlanStep, SuggestFound } from '../search-index/protocol'
import { findSettings } from '../settings/settings.service'
import { selectRules } from './rules.store'

/** Number of records changed in one transaction: so few that no answer is noticeably delayed. */
const STEP = 100

/**
 * A mutex per dataset: if rules were applied twice at the same time, some records would get the labels of one run and some those of the
 * other.
 */
const inTurn = keyedMutex()

interface Asked {
  agent: string
  minPrecision: number
  plan?: PlanAsked
  /** Apply no rules, which removes all suggestions of the agent. */
  isWithdrawal?: boolean
}

/** Report the coverage of all stored rules, and what each method would suggest. */
export async function reportRules(db: Db, dataset: FoundTaskDataset, asked: Asked): Promise<RuleReport> {
  return (await ask(db, dataset, asked)).report
}

/**
 * Write the suggestions of all rules as an agent's predictions, replacing its earlier ones. Records that show another agent's prediction
 * are left as they are unless `replace` is set; that prediction then stays listed under its agent's name.
 *
 * The suggestions are computed before the first transaction, and each transaction writes those of a few records. If this is interrupted,
 * the rest is missing; applying the rules again writes it.
 */
export function applyRules(
  engine: Engine,
  user: SessionUser,
  dataset: FoundTaskDataset,
  { method, agent, min_precision, replace }: ApplyRules,
): Promise<AppliedRules> {
  const plan = { method, replace, step: STEP }
  return inTurn(dataset.id, () => write(engine, user, dataset, { agent, minPrecision: min_precision ?? 0, plan }))
}

/** Remove an agent's predictions from the records that show them. */
export function removeSuggestions(
  engine: Engine,
  user: SessionUser,
  dataset: FoundTaskDataset,
  agent: string,
): Promise<{ removed: number }> {
  const plan: PlanAsked = { method: 'majority', replace: false, step: STEP }
  return inTurn(dataset.id, async () => {
    const { removed } = await write(engine, user, dataset, { agent, minPrecision: 0, plan, isWithdrawal: true })
    return { removed }
  })
}

/** Evaluate the rules in the search index, and combine their matches into suggestions. */
async function ask(db: Db, dataset: FoundTaskDataset, asked: Asked): Promise<SuggestFound> {
  const search = await openSearch(db, dataset)
  const settings = await findSettings(db, dataset.id)
  const rules: AskedRule[] = []
  for (const { query, labels: text } of asked.isWithdrawal ? [] : await selectRules(db, dataset.id)) {
    const labels: string[] = JSON.parse(text)
    const foreign = findForeignLabel(settings, labels)
    const leftOut: LeftOutRule | undefined =
      foreign === undefined
        ? undefined
        : { query, reason: 'unknown_label', message: `The label ${foreign} is not in the label schema.` }
    try {
      const matches = search.compileText(query) ?? { type: 'all' }
      rules.push({ query, labels, matches, ...(leftOut && { leftOut }) })
    } catch (cause) {
      // Rules are stored without validation, and an invalid one must not block the others.
      if (!(cause instanceof AppError) || cause.code !== 'invalid_text_search') throw cause
      rules.push({ query, labels, leftOut: { query, reason: 'unreadable', message: cause.message } })
    }
  }
  const isMultiLabel = await isMultiLabelled(db, dataset.id)
  const { agent, minPrecision, plan } = asked
  return askIndex(db, search.indexed, {
    op: 'suggest',
    rules,
    minPrecision,
    isMultiLabel,
    // The comparison with the annotations is not needed while suggestions are written.
    methods: plan ? [] : ['dawid_skene', 'majority'],
    agent,
    ...(plan && { plan }),
  })
}

async function write(
  engine: Engine,
  user: SessionUser,
  dataset: FoundTaskDataset,
  asked: Asked & { plan: PlanAsked },
): Promise<AppliedRules> {
  const { plan } = await ask(engine.db, dataset, asked)
  if (!plan) throw new Error('The index made no plan.')
  const names = new Set(plan.names)
  const check = (tx: Tx) => assertLabels(tx, dataset, names)
  const done: AppliedRules = { suggested: 0, removed: 0, kept: plan.kept }
  for (const bytes of plan.steps) {
    const step: PlanStep = JSON.parse(new TextDecoder().decode(bytes))
    const suggestions = new Map(step.map(([key, labels]) => [key, labels.map(asScore)]))
    const outcomeOf = (record: StoredPrediction, key: string): keyof AppliedRules => {
      if (!suggestions.get(key)?.length) return 'removed'
      const shown = record.document.prediction
      // The record may have got this prediction after the plan was made.
      return shown && shown.agent !== asked.agent && !asked.plan.replace ? 'kept' : 'suggested'
    }
    const seen = await changePredictions(engine, user, dataset, [...suggestions.keys()], {
      check,
      change: (record, key) => {
        const outcome = outcomeOf(record, key)
        if (outcome === 'kept') return undefined
        if (outcome === 'removed') return withoutPrediction(record, asked.agent)
        const labels = suggestions.get(key) ?? []
        return isShown(record, asked.agent, labels) ? undefined : withPrediction(record, asked.agent, labels)
      },
    })
    for (const [key, record] of seen) done[outcomeOf(record, key)] += 1
  }
  return done
}

function asScore({ label, score }: SuggestedLabel): ClassScore {
  return { class_label: label, score }
}

/** Throws when a suggested label was renamed or removed after the plan was made. */
async function assertLabels(tx: Tx, { id }: FoundTaskDataset, names: ReadonlySet<string>): Promise<void> {
  const foreign = findForeignLabel(await findSettings(tx, id), names)
  if (foreign !== undefined)
    throw labelsBusy(`The label ${foreign} was changed meanwhile. Apply the rules again to finish.`)
}

function isShown(
  { document: { prediction } }: StoredPrediction,
  agent: string,
  labels: readonly ClassScore[],
): boolean {
  return prediction?.agent === agent && JSON.stringify(prediction.labels) === JSON.stringify(labels)
}
