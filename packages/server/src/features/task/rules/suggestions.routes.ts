import { setTimeout as pause } from 'node:timers/promises'
import {
  type AppliedRules,
  type ApplyRules,
  type RuleReport,
  type RuleWork,
  ruleSuggestionRoutes,
} from '@postil/contract/task/rule-suggestions'
import type { SessionUser } from '../../../context'
import { nowMicros } from '../../../db/clock'
import type { Engine } from '../../../db/engines/engine'
import { findsAny } from '../../../db/finds-any'
import type { Db, JobTable } from '../../../db/tables'
import { handle } from '../../../http/calls/handle'
import { enqueueHeldAlone } from '../../../jobs/enqueue'
import type { RunningJob } from '../../../jobs/job'
import { CancelledError, doHeldJob, LostLeaseError, takeInterrupted } from '../../../jobs/running-job'
import { rulesStopped } from '../../../wire/classic-errors'
import { keyedMutex } from '../../../workers/keyed-mutex'
import { assertOpen, type FoundTaskDataset } from '../datasets/find-task-dataset'
import type { PlanAsked } from '../search-thread/protocol'
import { type Asked, planSuggestions } from './plan-suggestions'
import { type RulesTodo, writeSuggestions } from './write-suggestions'

/** Handlers of the suggestions made by labelling rules. */
export const ruleSuggestionHandlers = handle(ruleSuggestionRoutes, {
  getRuleReport: ({ db, found, query: { agent, min_precision } }) =>
    reportRules(db, found('task_dataset'), { agent, minPrecision: min_precision ?? 0 }),
  applyRules: ({ context, user, found, body }) => applyRules(context.engine, user, found('task_dataset'), body),
  removeRuleSuggestions: ({ context, user, found, query: { agent } }) =>
    removeSuggestions(context.engine, user, found('task_dataset'), agent),
  getRuleWork: ({ db, found }) => findRuleWork(db, found('task_dataset')),
})

/** Number of records changed in one transaction: so few that no answer is noticeably delayed. */
const STEP = 100
/** Polling interval of a call that waits for a job. */
const LOOK_MS = 100
/** The calls of this server come one after the other; only the first of a dataset looks for jobs of other servers. */
const oneAtATime = keyedMutex()

/** Report the coverage of all stored rules, and what each method would suggest. */
async function reportRules(db: Db, dataset: FoundTaskDataset, asked: Asked): Promise<RuleReport> {
  return (await planSuggestions(db, dataset, asked)).report
}

/**
 * Write the suggestions of all rules as an agent's predictions, replacing its earlier ones. Records that show another agent's prediction
 * are left as they are unless `replace` is set; that prediction then stays listed under its agent's name.
 *
 * This is a job, which the call itself does. If it is interrupted, a server completes it.
 */
function applyRules(
  engine: Engine,
  user: SessionUser,
  dataset: FoundTaskDataset,
  { method, agent, min_precision, replace }: ApplyRules,
): Promise<AppliedRules> {
  const plan = { method, replace, step: STEP }
  return runAsJob(engine, user, dataset, { agent, minPrecision: min_precision ?? 0, plan })
}

/** Remove an agent's predictions from the records that show them. */
async function removeSuggestions(
  engine: Engine,
  user: SessionUser,
  dataset: FoundTaskDataset,
  agent: string,
): Promise<{ removed: number }> {
  const plan: PlanAsked = { method: 'majority', replace: false, step: STEP }
  const { removed } = await runAsJob(engine, user, dataset, { agent, minPrecision: 0, plan, isWithdrawal: true })
  return { removed }
}

/** The latest job of a dataset's rules, from its beginning until it is forgotten. */
async function findRuleWork(db: Db, dataset: FoundTaskDataset): Promise<{ work: RuleWork | null }> {
  const row = await db
    .selectFrom('jobs')
    .selectAll()
    .where('kind', '=', 'apply_rules')
    .where('subject', '=', dataset.id)
    .orderBy('inserted_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return { work: null }
  const { isWithdrawal, result }: RulesTodo = JSON.parse(row.data)
  const { id, state, done, total, error } = row
  return { work: { id, action: isWithdrawal ? 'remove' : 'apply', state, done, total, result, error } }
}

function runAsJob(
  engine: Engine,
  user: SessionUser,
  dataset: FoundTaskDataset,
  asked: Asked & { plan: PlanAsked },
): Promise<AppliedRules> {
  assertOpen(dataset)
  const result = { suggested: 0, removed: 0, kept: 0 }
  const todo = { ...asked, by: user.id, dataset: dataset.name, result }
  return oneAtATime(dataset.id, () => runAlone(engine, dataset, todo))
}

async function runAlone(engine: Engine, dataset: FoundTaskDataset, todo: RulesTodo): Promise<AppliedRules> {
  const row = await whenAlone(engine, dataset, todo)
  try {
    return await runHeld(engine, row)
  } catch (cause) {
    if (cause instanceof LostLeaseError) return whenOver(engine.db, row.id)
    throw cause instanceof CancelledError ? cancelled() : cause
  }
}

/**
 * Add the job once no other of this dataset is open: if rules were applied twice at the same time, some records would get the labels of one
 * run and some those of the other. A job whose call was interrupted, and that no server has taken over, is completed first.
 */
async function whenAlone(engine: Engine, { id }: FoundTaskDataset, data: RulesTodo): Promise<JobTable> {
  const job = { kind: 'apply_rules' as const, subject: id, dataset: { id }, data }
  for (;;) {
    if (!(await isHeld(engine.db, id))) {
      const added = await engine.transaction((tx) => enqueueHeldAlone(tx, job))
      if (added) return added
      const interrupted = await takeInterrupted(engine, job.kind, id)
      // If it fails, that is recorded with the job, and is no failure of the call that waits for it.
      if (interrupted) await runHeld(engine, interrupted, { isTakenOver: true }).catch(() => undefined)
    }
    await pause(LOOK_MS)
  }
}

/** Whether a call or a server is working on a job of this dataset. */
async function isHeld(db: Db, subject: string): Promise<boolean> {
  const held = db.selectFrom('jobs').select('id').where('kind', '=', 'apply_rules').where('subject', '=', subject)
  return findsAny(held.where('state', '=', 'running').where('lease_until', '>=', nowMicros()))
}

async function runHeld(engine: Engine, row: JobTable, { isTakenOver = false } = {}): Promise<AppliedRules> {
  let result: AppliedRules | undefined
  const work = async (running: RunningJob) => {
    result = await writeSuggestions(engine.db, running)
  }
  await doHeldJob(engine, row, work, { isKept: true, isTakenOver })
  if (!result) throw new Error('The job has no result.')
  return result
}

/** Wait for the result of a job that another server has taken over. */
async function whenOver(db: Db, id: string): Promise<AppliedRules> {
  for (;;) {
    const row = await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) throw rulesStopped('The rules have been applied once more meanwhile, and only that result is kept.')
    if (row.state === 'cancelled') throw cancelled()
    if (row.state === 'failed') throw rulesStopped(row.error ?? 'The rules could not be applied.')
    if (row.state === 'done') return (JSON.parse(row.data) as RulesTodo).result
    await pause(LOOK_MS)
  }
}

function cancelled() {
  return rulesStopped('This work on the rules’ suggestions was cancelled. What was written until then stays.')
}
