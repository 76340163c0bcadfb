import { createHash, randomUUID } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { HandlerContext } from '../../../context'
import { nowMicros } from '../../../db/clock'
import { isPostgres } from '../../../db/engines/is-postgres'
import type { Db, SignInAttemptTable, Tx } from '../../../db/tables'
import { tooManyAttempts } from '../../../wire/resource-errors'

const WINDOW_MICROS = 60_000_000
/**
 * Factor between limits: one address (an office behind one address) and one account from any address may fail this many times as often as
 * one account from one address. A lower limit would let a stranger lock somebody out too easily.
 */
const WIDER = 5

/**
 * Count a password guess before it is checked, so that concurrent guesses count, too. The count is in the store: shared by all servers and
 * kept over a restart.
 *
 * @param name - the account, as it was typed
 * @returns the attempt, for `forgetAttempt` once the guess turns out right
 * @throws AppError `too_many_requests` with the seconds to wait; such a guess is neither counted nor checked
 */
export async function countAttempt(tx: Tx, { config }: HandlerContext, ip: string, name: string): Promise<string> {
  const address = addressKey(ip)
  const account = accountKey(name)
  await lockNames(tx, [`sign-in address ${address}`, `sign-in account ${account}`])
  const now = nowMicros()
  await tx
    .deleteFrom('sign_in_attempts')
    .where('at', '<=', now - WINDOW_MICROS)
    .execute()
  const limit = config.signInsPerMinute
  const reached = await Promise.all([
    latest(tx, limit, { address, account }),
    latest(tx, limit * WIDER, { address }),
    latest(tx, limit * WIDER, { account }),
  ])
  const freeAt = Math.max(...reached.map((at) => (at === undefined ? 0 : at + WINDOW_MICROS)))
  if (freeAt > now) throw tooManyAttempts(Math.ceil((freeAt - now) / 1_000_000))
  const id = randomUUID()
  await tx.insertInto('sign_in_attempts').values({ id, at: now, address, account }).execute()
  return id
}

/** Remove a correct guess from the count. */
export async function forgetAttempt(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('sign_in_attempts').where('id', '=', id).execute()
}

/** Time of the `n`th latest attempt; undefined when there were fewer. */
async function latest(
  db: Db,
  n: number,
  { address, account }: Partial<Pick<SignInAttemptTable, 'address' | 'account'>>,
): Promise<number | undefined> {
  let found = db.selectFrom('sign_in_attempts').select('at')
  if (address !== undefined) found = found.where('address', '=', address)
  if (account !== undefined) found = found.where('account', '=', account)
  const row = await found
    .orderBy('at', 'desc')
    .limit(1)
    .offset(n - 1)
    .executeTakeFirst()
  return row?.at
}

/** An IPv6 client usually has a /64 network of its own, so its addresses must count as one. */
function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = (ip.split('%', 1)[0] ?? '').toLowerCase().split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  // Groups that `::` leaves out are zeros; a dotted end takes the place of two, outside of the network's four.
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** Not the name itself, since users may type their password into the wrong field. */
function accountKey(name: string): string {
  return createHash('sha256').update(name.slice(0, 200).toLowerCase()).digest('hex')
}

/** An arbitrary constant that separates these advisory locks from others in the same database. */
const SEED = 7_046_030

/**
 * Let only one transaction at a time continue for each of these names, until it ends: for things without a row that could be locked. Locks
 * are taken in a fixed order, to avoid deadlocks. On SQLite write transactions run one after the other anyway.
 */
async function lockNames(tx: Tx, names: readonly string[]): Promise<void> {
  if (!isPostgres(tx)) return
  await sql`
    select pg_advisory_xact_lock(number) from (
      select distinct hashtextextended(name, ${SEED}::bigint) as number from unnest(${[...names]}::text[]) as name order by number
    ) as ordered`.execute(tx)
}
