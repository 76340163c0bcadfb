import { logBackgroundFailure } from '../../../background'
import type { AppContext } from '../../../context'
import type { Engine } from '../../../db/engines/engine'

/** The number of new records after which other query plans may be better. */
const MANY = 5000
/** Milliseconds without new records after which an import counts as finished. */
const QUIET_MS = 2000

interface Growth {
  records: number
  timer?: NodeJS.Timeout
}

const growing = new WeakMap<Engine, Growth>()

/**
 * Refresh the store's statistics after an import, in the background. PostgreSQL would do this by itself, but only one or two minutes later.
 * SQLite finds good plans without statistics (its plans are tested on stores that have none), and refreshing them would block its only
 * writer.
 */
export function noteNewRecords(context: Pick<AppContext, 'engine' | 'log'>, count: number): void {
  const { engine } = context
  if (engine.kind === 'sqlite') return
  const growth = growing.get(engine) ?? { records: 0 }
  growing.set(engine, growth)
  growth.records += count
  clearTimeout(growth.timer)
  if (growth.records < MANY) return
  growth.timer = setTimeout(() => {
    growth.records = 0
    engine
      .analyze()
      .catch((err: unknown) => logBackgroundFailure(context, err, 'the statistics of the store could not be refreshed'))
  }, QUIET_MS)
  // A server that stops does not wait for this.
  growth.timer.unref()
}
