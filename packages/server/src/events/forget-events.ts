import { nowMicros } from '../db/clock'
import { enqueue } from '../jobs/enqueue'
import type { JobDefinition, NewJob } from '../jobs/job'
import { noteLogBegin } from './log-begin'

/** Events deleted in one transaction: few enough not to delay an answer. */
const STEP = 1000
const DAY_MICROS = 86_400_000_000

/** The job that deletes old events. */
export const FORGET_EVENTS: NewJob = { kind: 'forget_events', subject: 'all' }

/**
 * Delete events that are older than this number of days, and run again a day later.
 *
 * @param keptDays - undefined: events are kept for ever
 */
export function forgetEvents(keptDays: number | undefined): JobDefinition {
  return {
    run: async ({ step }) => {
      if (keptDays === undefined) return
      const before = nowMicros() - keptDays * DAY_MICROS
      const forgetSome = () =>
        step(async (tx, progress) => {
          // The oldest come first in the order of `seq`, so checking the first ones tells whether any is old enough.
          const { numDeletedRows } = await tx
            .deleteFrom('events')
            .where('at', '<', before)
            .where('seq', 'in', (eb) => eb.selectFrom('events').select('seq').orderBy('seq').limit(STEP))
            .executeTakeFirstOrThrow()
          progress.done = Number(numDeletedRows)
          if (progress.done > 0) await noteLogBegin(tx, before)
          const isOver = progress.done < STEP
          if (isOver) await enqueue(tx, { ...FORGET_EVENTS, dueAt: nowMicros() + DAY_MICROS })
          return isOver
        })
      while (!(await forgetSome())) {
        // Each step is its own transaction, so that other writers can run in between.
      }
    },
  }
}
