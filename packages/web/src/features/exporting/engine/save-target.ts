import { saveBlob } from '../save-text.ts'

/** Where the bytes of an export go. */
export interface SaveTarget {
  write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  /** All is written: the file appears. */
  close: () => Promise<void>
  /** Nothing is kept. */
  abort: () => Promise<void>
}

/** More records than this are written straight to a file that the user names; less is a plain download, one question less. */
export const PICK_FROM_RECORDS = 20_000

/**
 * Open the place a file goes to. Must be called while the user's press still counts as one.
 *
 * @returns undefined when the user did not want to choose a place after all
 */
export async function openSaveTarget(fileName: string, type: string, records: number): Promise<SaveTarget | undefined> {
  const picker: unknown = Reflect.get(globalThis, 'showSaveFilePicker')
  if (records < PICK_FROM_RECORDS || typeof picker !== 'function') return downloadTarget(fileName, type)
  try {
    const handle: unknown = await picker.call(globalThis, { suggestedName: fileName })
    if (handle instanceof FileSystemFileHandle) return await fileTarget(handle)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined
    // No permission to write there, or no picker in this frame: a download always works.
  }
  return downloadTarget(fileName, type)
}

async function fileTarget(handle: FileSystemFileHandle): Promise<SaveTarget> {
  const stream = await handle.createWritable()
  return {
    write: (bytes) => stream.write(bytes),
    close: () => stream.close(),
    abort: async () => {
      await stream.abort()
      // The picker has made an empty file already; not every browser can take it back.
      const remove: unknown = Reflect.get(handle, 'remove')
      if (typeof remove === 'function') await remove.call(handle)
    },
  }
}

/** The browser keeps the pieces, on its disk when they are many, and downloads them as one. */
function downloadTarget(fileName: string, type: string): SaveTarget {
  let pieces: Blob[] = []
  return {
    write: async (bytes) => {
      pieces.push(new Blob([bytes]))
    },
    close: async () => saveBlob(fileName, new Blob(pieces, { type })),
    abort: async () => {
      pieces = []
    },
  }
}
