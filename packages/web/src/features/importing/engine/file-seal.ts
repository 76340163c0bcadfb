import { Sha256 } from '@postil/domain/importing/sha256'
import { chunksOf } from './chunks.ts'

/** What a manifest says of the bytes of its file. */
export interface FileSeal {
  bytes: number
  sha256: string
}

/** What tells a file from all others. */
export async function sealOf(file: Blob, signal?: AbortSignal): Promise<FileSeal> {
  const hash = new Sha256()
  for await (const { bytes } of chunksOf(file, false)) {
    signal?.throwIfAborted()
    hash.update(bytes)
  }
  return { bytes: file.size, sha256: hash.digest() }
}

/** Whether a file is, byte for byte, the one that was sealed: not changed since, and not cut short. */
export async function isUnchanged(file: Blob, seal: FileSeal, signal?: AbortSignal): Promise<boolean> {
  return file.size === seal.bytes && (await sealOf(file, signal)).sha256 === seal.sha256
}
