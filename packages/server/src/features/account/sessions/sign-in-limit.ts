import type { AppContext } from '../../../context'
import { AppError } from '../../../errors'
import { SlidingWindow } from './sliding-window'

const WINDOW_MS = 60_000
/** One address may fail this many times as often as one person from there: an office behind one address, or a guesser of many names. */
const PER_ADDRESS = 5

interface Limits {
  pair: SlidingWindow
  address: SlidingWindow
}

const limitsOf = new WeakMap<AppContext, Limits>()

/** A guess at a secret, counted until it turns out right. */
export interface Attempt {
  /** The guess was right: it does not count. */
  succeeded(): void
}

/**
 * Count a guess at a password, by address and by address with name, before it is checked, so that guesses sent at once count too.
 * Throws `too_many_requests` with the seconds to wait; a refused guess is not checked at all.
 */
export function startAttempt(context: AppContext, ip: string, name: string): Attempt {
  const { pair, address } = limits(context)
  const pairKey = `${ip} ${name.slice(0, 200).toLowerCase()}`
  const now = performance.now()
  // The pair first: someone who keeps trying one name does not use up what all others behind the address have.
  const waitMs = pair.take(pairKey, now) || address.take(ip, now)
  if (waitMs > 0) throw tooMany(waitMs)
  return {
    succeeded: () => {
      address.giveBack(ip)
      pair.giveBack(pairKey)
    },
  }
}

function limits(context: AppContext): Limits {
  const known = limitsOf.get(context)
  if (known) return known
  const perMinute = context.config.signInsPerMinute
  const fresh = {
    pair: new SlidingWindow({ limit: perMinute, windowMs: WINDOW_MS }),
    address: new SlidingWindow({ limit: perMinute * PER_ADDRESS, windowMs: WINDOW_MS }),
  }
  limitsOf.set(context, fresh)
  return fresh
}

function tooMany(waitMs: number): AppError {
  const retryAfter = Math.ceil(waitMs / 1000)
  const message = `Too many failed attempts. Try again in ${retryAfter} s.`
  return new AppError('too_many_requests', message, {
    classic: { name: 'TooManyRequestsError', params: { retryAfter } },
  })
}
