import { chunksOf } from '../read/chunks'
import { Sha256 } from './sha256'

/** What a manifest says of the bytes of its file. */
export interface FileFingerprint {
  bytes: number
  sha256: string
}

/** What tells a file from all others. */
export async function fingerprintOf(file: Blob, signal?: AbortSignal): Promise<FileFingerprint> {
  const hash = new Sha256()
  for await (const { bytes } of chunksOf(file, false)) {
    signal?.throwIfAborted()
    hash.update(bytes)
  }
  return { bytes: file.size, sha256: hash.digest() }
}

/** Whether a file is, byte for byte, the one that was fingerprinted: not changed since, and not cut short. */
export async function isUnchanged(file: Blob, fingerprint: FileFingerprint, signal?: AbortSignal): Promise<boolean> {
  return file.size === fingerprint.bytes && (await fingerprintOf(file, signal)).sha256 === fingerprint.sha256
}
