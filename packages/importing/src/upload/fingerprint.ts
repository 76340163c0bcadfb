import { chunksOf } from '../read/chunks'
import { createSha256 } from './sha256'

/** The fingerprint of a file in its manifest. */
export interface FileFingerprint {
  bytes: number
  sha256: string
}

/** Compute the fingerprint of a file. */
export async function fingerprintOf(file: Blob, signal?: AbortSignal): Promise<FileFingerprint> {
  const hash = createSha256()
  for await (const { bytes } of chunksOf(file, false)) {
    signal?.throwIfAborted()
    hash.update(bytes)
  }
  return { bytes: file.size, sha256: hash.digest() }
}

/** Whether a file is identical to the fingerprinted one: not changed and not truncated. */
export async function isUnchanged(file: Blob, fingerprint: FileFingerprint, signal?: AbortSignal): Promise<boolean> {
  return file.size === fingerprint.bytes && (await fingerprintOf(file, signal)).sha256 === fingerprint.sha256
}
