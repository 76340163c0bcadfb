import { isFetchingAhead } from '../../ui/fetch-ahead.ts'

/** One reload for a missing chunk, then none for this long (spec section 9). */
const GUARD_MS = 60_000
const STORAGE_KEY = 'postil.chunkReloadedAt'

const CHUNK_MESSAGES =
  /dynamically imported module|importing a module script failed|unable to preload css|loading (css )?chunk/i

/** Whether a part of the app could not be loaded: usually because a newer version replaced it on the server. */
export function isChunkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'ChunkLoadError' || CHUNK_MESSAGES.test(error.message)
}

interface ReloadTools {
  storage: Pick<Storage, 'getItem' | 'setItem'>
  nowMs: number
  reload: () => void
}

/** Reload the whole page, at most once per 60 s. @returns whether it reloads */
export function reloadForChunk(tools?: ReloadTools): boolean {
  const { storage, nowMs, reload } = tools ?? {
    storage: sessionStorage,
    nowMs: Date.now(),
    reload: () => location.reload(),
  }
  const last = Number(storage.getItem(STORAGE_KEY) ?? Number.NEGATIVE_INFINITY)
  if (nowMs - last < GUARD_MS) return false
  storage.setItem(STORAGE_KEY, String(nowMs))
  reload()
  return true
}

/** Reload when the bundler's own loader fails, wherever the import was. */
export function watchChunks(): void {
  window.addEventListener('vite:preloadError', (event) => {
    // Nobody waits for it yet: a page that was cut off from the server goes on as it is.
    if (isFetchingAhead()) return
    // The error goes on to its own page when the reload was already spent.
    if (reloadForChunk()) event.preventDefault()
  })
}
