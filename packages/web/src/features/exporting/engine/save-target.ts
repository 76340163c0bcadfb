import { saveBlob } from '../save-text.ts'

/** Where the bytes of an export go. */
export interface SaveTarget {
  /** What the file is called: in a file picker the user may have chosen another name. */
  fileName: string
  write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  /** Finish: the file appears. */
  close: () => Promise<void>
  /** Discard the file. */
  abort: () => Promise<void>
}

/** More records than this are streamed to a file that the user picks; fewer are a plain download, without a file picker. */
const PICK_FROM_RECORDS = 20_000

/**
 * Open the target of a file. Must be called during the transient activation of a user gesture.
 *
 * @returns undefined when the user cancelled the file picker
 */
export async function openSaveTarget(fileName: string, type: string, records: number): Promise<SaveTarget | undefined> {
  const picker: unknown = Reflect.get(globalThis, 'showSaveFilePicker')
  if (records < PICK_FROM_RECORDS || typeof picker !== 'function') return downloadTarget(fileName, type)
  try {
    const handle: unknown = await picker.call(globalThis, { suggestedName: fileName })
    if (handle instanceof FileSystemFileHandle) return await fileTarget(handle)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined
    // No permission to write there, or no picker in this frame: fall back to a download, which always works.
  }
  return downloadTarget(fileName, type)
}

async function fileTarget(handle: FileSystemFileHandle): Promise<SaveTarget> {
  const stream = await handle.createWritable()
  return {
    fileName: handle.name,
    write: (bytes) => stream.write(bytes),
    close: () => stream.close(),
    abort: async () => {
      await stream.abort()
      // The picker has already created an empty file; not every browser can remove it.
      const remove: unknown = Reflect.get(handle, 'remove')
      if (typeof remove === 'function') await remove.call(handle)
    },
  }
}

/** The browser collects the chunks as blobs, on disk if they are large, and downloads them as one file. */
function downloadTarget(fileName: string, type: string): SaveTarget {
  let pieces: Blob[] = []
  return {
    fileName,
    write: async (bytes) => {
      pieces.push(new Blob([bytes]))
    },
    close: async () => saveBlob(fileName, new Blob(pieces, { type })),
    abort: async () => {
      pieces = []
    },
  }
}
