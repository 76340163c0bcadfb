import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * An incremental SHA-256 with a hexadecimal digest. Browsers offer SHA-256 on https and localhost only, and for whole buffers only; Postil is
 * often run on plain http, with files larger than a buffer.
 */
export function createSha256(): { update(bytes: Uint8Array): void; digest(): string } {
  const hash = sha256.create()
  return {
    update: (bytes) => void hash.update(bytes),
    digest: () => bytesToHex(hash.digest()),
  }
}

/** SHA-256 of a text in UTF-8, as 64 hexadecimal digits. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)))
}
