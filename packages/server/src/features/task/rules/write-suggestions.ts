import type { AppliedRules } from '@postil/contract/task/rule-suggestions'
import { findForeignLabel } from '@postil/domain/labels/label-schema'
import type { SuggestedLabel } from '@postil/domain/rules/majority'
import type { ClassScore } from '@postil/domain/task-records/document'
import { withoutPrediction, withPrediction } from '@postil/domain/task-records/predictions'
import type { Db, Tx } from '../../../db/tables'
import { AppError } from '../../../errors'
import type { JobDefinition, RunningJob } from '../../../jobs/job'
import { FinalFailure } from '../../../jobs/running-job'
import { entityNotFound, labelsBusy } from '../../../wire/classic-errors'
import { type FoundTaskDataset, findTaskDatasetById } from '../datasets/find-task-dataset'
import { changePredictions, type StoredPrediction } from '../records/predictions.service'
import type { PlanAsked, PlanStep } from '../search-thread/protocol'
import { findSettings } from '../settings/settings.service'
import { type Asked, planSuggestions } from './plan-suggestions'

/** What a job of this kind is to do, and what it has done. */
export interface RulesTodo extends Asked {
  plan: PlanAsked
  /** The id of the user who asked for it. */
  by: string
  /** The name of the dataset. */
  dataset: string
  result: AppliedRules
}

/** Milliseconds without a stored progress, after which it is stored although nothing was written. */
const QUIET_MS = 1000

/** Applies rules whose call was interrupted. */
export const rulesJob: JobDefinition = {
  run: async (job, { engine }) => {
    await writeSuggestions(engine.db, job)
  },
}

/**
 * Compute the suggestions, then write those of a few records in each step. A job that is taken over computes them again: what is already
 * written is found to be right, and not written again.
 *
 * @throws FinalFailure when the dataset or a label was changed meanwhile, so that trying again would not do what was asked for
 */
export async function writeSuggestions(db: Db, job: RunningJob): Promise<AppliedRules> {
  const todo: RulesTodo = JSON.parse(job.row.data)
  try {
    const dataset = await findTaskDatasetById(db, job.row.subject)
    if (!dataset) throw entityNotFound(todo.dataset, 'ServiceDataset', 'The dataset was deleted.')
    return await write(db, job, dataset, todo)
  } catch (cause) {
    throw cause instanceof AppError && cause.status < 500 ? new FinalFailure(cause) : cause
  }
}

async function write(db: Db, job: RunningJob, dataset: FoundTaskDataset, todo: RulesTodo): Promise<AppliedRules> {
  const { plan } = await planSuggestions(db, dataset, todo)
  if (!plan) throw new Error('The index made no plan.')
  const names = new Set(plan.names)
  const check = (tx: Tx) => assertLabels(tx, dataset, names)
  // Of the records that an interrupted run has changed, a new plan has all but those from which it removed something.
  const { removed } = todo.result
  let done: AppliedRules = { suggested: 0, removed, kept: plan.kept }
  const total = removed + countPlanned(plan.steps, todo.plan.step)
  let reported = job.row.done
  let stored = ''
  let storedAtMs = Date.now()

  const store = async (work: (tx: Tx) => Promise<AppliedRules>): Promise<void> => {
    const now = await job.step(async (tx, progress) => {
      const result = await work(tx)
      progress.data = { ...todo, result }
      progress.total = total
      progress.done = countDone(result, plan.kept) - reported
      return result
    })
    reported = countDone(now, plan.kept)
    stored = JSON.stringify(now)
    storedAtMs = Date.now()
  }

  for (const bytes of plan.steps) {
    const suggestions = new Map(readStep(bytes).map(([key, labels]) => [key, labels.map(asScore)]))
    const outcomeOf = (record: StoredPrediction, key: string): keyof AppliedRules => {
      if (!suggestions.get(key)?.length) return 'removed'
      const shown = record.document.prediction
      // The record may have got this prediction after the plan was made.
      return shown && shown.agent !== todo.agent && !todo.plan.replace ? 'kept' : 'suggested'
    }
    const withCounts = (seen: ReadonlyMap<string, StoredPrediction>): AppliedRules => {
      const next = { ...done }
      for (const [key, record] of seen) next[outcomeOf(record, key)] += 1
      return next
    }
    const seen = await changePredictions(db, { id: todo.by }, dataset, [...suggestions.keys()], {
      check,
      change: (record, key) => {
        const outcome = outcomeOf(record, key)
        if (outcome === 'kept') return undefined
        if (outcome === 'removed') return withoutPrediction(record, todo.agent)
        const labels = suggestions.get(key) ?? []
        return isShown(record, todo.agent, labels) ? undefined : withPrediction(record, todo.agent, labels)
      },
      write: (work) => store(async (tx) => withCounts(await work(tx))),
    })
    done = withCounts(seen)
    // Also while all records are right already, the progress is shown, and a cancelled job ends.
    if (Date.now() - storedAtMs > QUIET_MS) await store(async () => done)
  }
  // The last records may have been right already.
  if (stored !== JSON.stringify(done)) await store(async () => done)
  return done
}

function readStep(bytes: Uint8Array): PlanStep {
  return JSON.parse(new TextDecoder().decode(bytes))
}

function countPlanned(steps: readonly Uint8Array[], size: number): number {
  const last = steps.at(-1)
  return last ? (steps.length - 1) * size + readStep(last).length : 0
}

/** @param kept - the number of records that the plan leaves out, which are not counted */
function countDone(result: AppliedRules, kept: number): number {
  return result.suggested + result.removed + result.kept - kept
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
