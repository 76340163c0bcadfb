import { createPath, type Path } from 'react-router'
import { isFetchingAhead } from './fetch-ahead.ts'

/** One reload for a missing chunk, then none for this long (spec section 9). */
const GUARD_MS = 60_000
const STORAGE_KEY = 'postil.chunkReloadedAt'
/** A server that does not reply within this time counts as unreachable. */
const PATIENCE_MS = 5000
/** If the page is still open this long after a reload was requested, the user was asked about unsaved work and stayed. */
const STILL_HERE_MS = 10_000

const CHUNK_MESSAGES =
  /dynamically imported module|importing a module script failed|unable to preload css|loading (css )?chunk/i

/**
 * Whether an error means that a part of the app could not be loaded: the server has a newer version, or is
 * unreachable.
 */
export function isChunkError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  return error.name === 'ChunkLoadError' || CHUNK_MESSAGES.test(error.message)
}

interface ReloadTools {
  storage: Pick<Storage, 'getItem' | 'setItem'>
  nowMs: number
  reload: () => void
}

let destination: Path | undefined

/** Set where the user is going while the code of that page is being loaded: a reload then leads there instead of to the page before. */
export function setDestination(next: Path | undefined): void {
  destination = next
}

/** Reload the whole page, at most once per 60 s. @returns whether it reloads */
export function reloadForChunk(tools?: ReloadTools): boolean {
  const { storage, nowMs, reload } = tools ?? {
    storage: sessionStorage,
    nowMs: Date.now(),
    reload: () => (destination ? location.assign(createPath(destination)) : location.reload()),
  }
  const last = Number(storage.getItem(STORAGE_KEY) ?? Number.NEGATIVE_INFINITY)
  if (nowMs - last < GUARD_MS) return false
  storage.setItem(STORAGE_KEY, String(nowMs))
  reload()
  return true
}

/** What to do about code that failed to load: retry later, nothing because the page reloads, or show the error page. */
export type Remedy = 'tryAgain' | 'reloading' | 'none'

let isReloading = false
/** Files that could not be loaded although the server has them. */
const failedOnce = new Set<string>()
/** A failure is reported twice, by the bundler's loader and by the caller of `import()`; both get the same remedy. */
const remedies = new WeakMap<Error, Promise<Remedy>>()
/** Style sheets that failed to load. */
const lostStyles = new Set<string>()
/** Pending writes that a reload would interrupt. */
const writes = new Set<Promise<unknown>>()

/** Delay the reload after a missing chunk until a write to this device has ended. */
export function finishBeforeReload(write: Promise<unknown>): void {
  writes.add(write)
  void write.finally(() => writes.delete(write))
}

/**
 * Ask the server about code that could not be loaded. If the file is gone there, a newer version is out: reload the page. While the
 * server is unreachable do not reload: the page itself would be lost.
 */
export function remedyFor(error: Error): Promise<Remedy> {
  const known = remedies.get(error) ?? findRemedy(error)
  remedies.set(error, known)
  return known
}

async function findRemedy(error: Error): Promise<Remedy> {
  if (!isReloading && !(await isStale(error))) return 'tryAgain'
  await Promise.allSettled(writes)
  isReloading ||= reloadForChunk()
  return isReloading ? 'reloading' : 'none'
}

/**
 * Decide what to do about a part of the page whose code failed to load.
 *
 * @returns when loading may be retried: the server is unreachable, or the user stayed because of unsaved work
 * @throws the error, when neither another try nor a reload can help
 */
export async function allowAnotherTry(error: unknown): Promise<void> {
  if (!isChunkError(error)) throw error
  const remedy = await remedyFor(error)
  if (remedy === 'none') throw error
  if (remedy === 'reloading') await new Promise((resolve) => setTimeout(resolve, STILL_HERE_MS))
}

async function isStale(error: Error): Promise<boolean> {
  if (!navigator.onLine) return false
  // Some browsers do not name the file: request the page itself to learn whether the server is reachable.
  const file = /https?:\/\/\S+/.exec(error.message)?.[0]
  const status = await statusOf(file ?? location.origin)
  if (file === undefined) return status === 200
  if (status !== 200) return status === 404 || status === 410
  // The file exists but failed to load: some browsers cache a failed import.
  const isSecond = failedOnce.has(file)
  failedOnce.add(file)
  return isSecond
}

/** The HTTP status of the server's reply, 0 without a reply. */
async function statusOf(address: string): Promise<number> {
  const init = { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) } as const
  return fetch(address, init).then(
    (reply) => reply.status,
    () => 0,
  )
}

/** Load code, after the style sheets that an earlier attempt failed to load: the bundler's loader requests each only once. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  await Promise.all([...lostStyles].map(bringStyle))
  return load()
}

function bringStyle(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href })
    link.onload = () => {
      lostStyles.delete(href)
      resolve()
    }
    link.onerror = () => {
      link.remove()
      reject(new Error(`Unable to preload CSS for ${href}`))
    }
    document.head.append(link)
  })
}

/** Handle every file that the bundler's loader could not load, wherever the import is. */
export function watchChunks(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    const style = /CSS for (\S+)$/.exec(payload.message)?.[1]
    if (style !== undefined) lostStyles.add(style)
    // A prefetch: the page works without it.
    if (!isFetchingAhead()) void remedyFor(payload)
  })
}
