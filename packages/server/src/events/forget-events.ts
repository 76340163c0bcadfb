import { nowMicros } from '../db/clock'
import { enqueue } from '../jobs/enqueue'
import type { JobDefinition, NewJob } from '../jobs/job'

/** Events deleted in one transaction: few enough not to delay an answer. */
const STEP = 1000
const DAY_MICROS = 86_400_000_000

/** The job that deletes old events. */
export const FORGET_EVENTS: NewJob = { kind: 'forget_events', subject: 'all' }

/**
 * Delete the events that are older than so many days, and look again a day later.
 *
 * @param keptDays - undefined: they are kept for ever
 */
export function forgetEvents(keptDays: number | undefined): JobDefinition {
  return {
    run: async ({ step }) => {
      if (keptDays === undefined) return
      const before = nowMicros() - keptDays * DAY_MICROS
      const forgetSome = () =>
        step(async (tx, progress) => {
          // The oldest come first in the order of `seq`: a look at them alone says whether any is old enough.
          const { numDeletedRows } = await tx
            .deleteFrom('events')
            .where('at', '<', before)
            .where('seq', 'in', (eb) => eb.selectFrom('events').select('seq').orderBy('seq').limit(STEP))
            .executeTakeFirstOrThrow()
          progress.done = Number(numDeletedRows)
          const isOver = progress.done < STEP
          if (isOver) await enqueue(tx, { ...FORGET_EVENTS, dueAt: nowMicros() + DAY_MICROS })
          return isOver
        })
      while (!(await forgetSome())) {
        // Each step is a transaction of its own, so that other writers get their turn between two.
      }
    },
  }
}
