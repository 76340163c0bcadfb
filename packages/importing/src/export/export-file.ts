import { createSha256 } from '../upload/sha256'

/** A file that is written chunk by chunk, with its size and fingerprint. */
export function createFile(write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>) {
  const hash = createSha256()
  let bytes = 0
  return {
    bytes: () => bytes,
    sha256: () => hash.digest(),
    put: async (chunk: Uint8Array) => {
      if (chunk.length === 0) return
      hash.update(chunk)
      bytes += chunk.length
      await write(new Uint8Array(chunk))
    },
  }
}
