import { createHash, randomBytes } from 'node:crypto'

/** A new key: 256 random bits, safe in headers and addresses. */
export function newApiKey(): string {
  return `postil_${randomBytes(32).toString('base64url')}`
}

/** SHA-256 of a key, hex: what is stored and looked up. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** The last four characters of a key, by which users tell keys apart. */
export function lastFourOf(key: string): string {
  return key.slice(-4)
}

/**
 * A key in masked form. ASCII, because clients put `api_key` into a header unchecked.
 *
 * @param lastFour - of the user's newest key; absent when there is none
 */
export function maskedKey(lastFour = ''): string {
  return `****${lastFour}`
}
