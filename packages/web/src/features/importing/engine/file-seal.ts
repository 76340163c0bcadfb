import { Sha256 } from '@postil/domain/importing/sha256'
import { chunksOf } from './chunks.ts'

/** What a manifest says of the bytes of its file. */
export interface FileSeal {
  bytes: number
  sha256: string
}

/** Whether a file is, byte for byte, the one that was sealed: not changed since, and not cut short. */
export async function isUnchanged(file: Blob, seal: FileSeal, signal?: AbortSignal): Promise<boolean> {
  if (file.size !== seal.bytes) return false
  const hash = new Sha256()
  for await (const { bytes } of chunksOf(file, false)) {
    signal?.throwIfAborted()
    hash.update(bytes)
  }
  return hash.digest() === seal.sha256
}
