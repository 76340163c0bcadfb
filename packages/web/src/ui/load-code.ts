import { isFetchingAhead } from './fetch-ahead.ts'

/** One reload for a missing chunk, then none for this long (spec section 9). */
const GUARD_MS = 60_000
const STORAGE_KEY = 'postil.chunkReloadedAt'
/** A server that says nothing for so long is away. */
const PATIENCE_MS = 5000
/** A page that is still there so long after its reload stays: the user was asked about unsaved work and did not leave. */
const STILL_HERE_MS = 10_000

const CHUNK_MESSAGES =
  /dynamically imported module|importing a module script failed|unable to preload css|loading (css )?chunk/i

/** Whether a part of the app could not be loaded: a newer version replaced it on the server, or the server is away. */
export function isChunkError(error: unknown): error is Error {
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

/** What can be done about code that did not come: another try later, nothing as the page reloads, or the error page. */
export type Remedy = 'tryAgain' | 'reloading' | 'none'

let isReloading = false
/** Files that could not be loaded although the server has them. */
const failedOnce = new Set<string>()
/** A failure is reported twice, by the bundler's loader and by the caller of `import()`; both get the same remedy. */
const remedies = new WeakMap<Error, Promise<Remedy>>()
/** Style sheets that did not come. */
const lostStyles = new Set<string>()
/** Writes under way that a reload would cut off. */
const writes = new Set<Promise<unknown>>()

/** Hold back the reload after a missing chunk until a write to this device has ended. */
export function finishBeforeReload(write: Promise<unknown>): void {
  writes.add(write)
  void write.finally(() => writes.delete(write))
}

/**
 * Ask the server about code that could not be loaded, and reload the page if it has gone there: a newer version is out. While the
 * server is away the page stays as it is: reloaded, it would be gone as well.
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
 * Decide what becomes of a part of the page whose code did not come.
 *
 * @returns when the code may come later: the server is away, or the user has kept the page instead of leaving unsaved work
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
  // Some browsers do not say which file it was: the page itself tells whether the server is there.
  const file = /https?:\/\/\S+/.exec(error.message)?.[0]
  const status = await statusOf(file ?? location.origin)
  if (file === undefined) return status === 200
  if (status !== 200) return status === 404 || status === 410
  // There, and yet it did not come: some browsers ask once only.
  const isSecond = failedOnce.has(file)
  failedOnce.add(file)
  return isSecond
}

/** How the server answers, 0 if it does not. */
async function statusOf(address: string): Promise<number> {
  const init = { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) } as const
  return fetch(address, init).then(
    (reply) => reply.status,
    () => 0,
  )
}

/** Load code, after the style sheets that an earlier try has left behind: the bundler's loader asks for each only once. */
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

/** Hear of every file that the bundler's own loader could not get, wherever the import was. */
export function watchChunks(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    const style = /CSS for (\S+)$/.exec(payload.message)?.[1]
    if (style !== undefined) lostStyles.add(style)
    // Nobody waits for it yet: a page that was cut off from the server goes on as it is.
    if (!isFetchingAhead()) void remedyFor(payload)
  })
}
