import { logBackgroundFailure } from '../../../background'
import type { AppContext } from '../../../context'
import type { Engine } from '../../../db/engines/engine'

/** So many new records may make other plans the better ones. */
const MANY = 5000
/** An import is over when nothing has come for so long. */
const QUIET_MS = 2000

interface Growth {
  records: number
  timer?: NodeJS.Timeout
}

const growing = new WeakMap<Engine, Growth>()

/**
 * After an import, let the store look at what it holds by now, beside everything else. PostgreSQL would do so by itself, but only a minute
 * or two later. SQLite plans well without (its plans are tested on stores it knows nothing about), and would hold up its only writer.
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
  // A server that stops need not wait for it.
  growth.timer.unref()
}
