import { createHash, randomBytes } from 'node:crypto'

/** Crockford's base 32: no I, L, O or U, so that a link read aloud or typed from paper cannot be misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const SIGNS = 16

/** A new token of 80 random bits, `7Q4M-XK2D-9VTR-HC61`. Guesses are limited like those of passwords. */
export function newLinkToken(): string {
  const signs = Array.from(randomBytes(SIGNS), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return signs.replace(/.{4}(?=.)/g, '$&-')
}

/** SHA-256 of a token, hex, independent of its case and grouping: the form that is stored and looked up. */
export function hashLinkToken(token: string): string {
  const signs = token.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return createHash('sha256').update(signs).digest('hex')
}
