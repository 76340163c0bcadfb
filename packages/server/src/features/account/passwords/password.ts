import { randomBytes } from 'node:crypto'

/** Loaded on first use: loading its native part at every start would cost time and memory. */
const argon2 = () => import('@node-rs/argon2')

/** Longer than any valid password, in UTF-16 units: such a guess is refused without hashing. */
const MAX_GUESS_UNITS = 400

/** The argon2id hash of a password, with its salt and costs. */
export async function hashPassword(password: string): Promise<string> {
  return (await argon2()).hash(password)
}

/** A hash that matches no password, for an owner who signs in with an API key only. */
export async function unusablePasswordHash(): Promise<string> {
  return (await argon2()).hash(randomBytes(32))
}

let decoy: Promise<string> | undefined

/** Whether the password matches the hash. Without a hash (unknown user) it takes equally long and returns false. */
export async function fitsPassword(passwordHash: string | undefined, guess: string): Promise<boolean> {
  decoy ??= unusablePasswordHash()
  const against = passwordHash ?? (await decoy)
  const fits = await (await argon2()).verify(against, guess.length > MAX_GUESS_UNITS ? '' : guess)
  return fits && passwordHash !== undefined
}
