import { type ComponentType, createContext, lazy, use, useCallback, useEffect, useRef, useState } from 'react'
import { t } from '../i18n/index.ts'
import { fetchAhead } from './fetch-ahead.ts'
import { isChunkError, loadLate, remedyFor } from './late-code.ts'
import { toasts } from './toast/toast-queue.ts'

interface CanBeAway {
  /** What to do when its code cannot be loaded, instead of waiting with an offer to try again: closing what was opened. */
  onAway?: () => void
}

type LazyPart<Props> = ComponentType<Props & CanBeAway> & {
  /** Fetch its code before it is shown. */
  fetch: () => Promise<unknown>
}

/**
 * A component whose code comes after the page's own: when it is first shown (inside a `Suspense`), or ahead of that in a quiet
 * moment. Once the code is there, it is drawn without a pause.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  const Part = latePart(load)
  fetchAhead(Part.fetch)
  return Part
}

/**
 * Like `lazyPart`, for what only some datasets need: nobody fetches it ahead of time. While the server is away the page stays as it
 * is: a sentence says that this part is missing, and it can be tried again.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let part: ComponentType<Props> | undefined
  let coming: Promise<ComponentType<Props>> | undefined

  const fetchPart = () => {
    coming ??= loadLate(load).then(
      (loaded) => {
        part = loaded
        return loaded
      },
      (error: unknown) => {
        coming = undefined
        throw error
      },
    )
    return coming
  }
  const asked = () => {
    // Another type each time: React would keep what a second failure shows as the first, and nobody would be told.
    const Missing = ({ onAway }: CanBeAway) => <Away onAway={onAway} onForget={forget} />
    return lazy(async () => ({ default: (await fetchPart().catch(awayOrThrow)) ?? Missing }))
  }
  // One for all: React asks for it again and again while it waits.
  let late = asked()
  const forget = () => {
    late = asked()
  }

  const Shown = (props: Props & CanBeAway) => {
    // What is shown stays what it is: another type of component would begin anew.
    const [Part, setPart] = useState<ComponentType<Props & CanBeAway>>(() => part ?? late)
    const tryAgain = useCallback(() => setPart(() => part ?? late), [])
    return (
      <TryAgain value={tryAgain}>
        <Part {...props} />
      </TryAgain>
    )
  }
  return Object.assign(Shown, { fetch: fetchPart })
}

/** @returns undefined for code that may come later; never, when the page is about to begin anew */
async function awayOrThrow(error: unknown): Promise<undefined> {
  if (!isChunkError(error)) throw error
  const remedy = await remedyFor(error)
  if (remedy === 'none') throw error
  if (remedy === 'reloading') await new Promise(() => undefined)
}

/** Those on the page whose code is missing, to be tried all at once. */
const missing = new Set<() => void>()
let toastId: number | undefined

const TryAgain = createContext<() => void>(() => undefined)

interface AwayProps extends CanBeAway {
  onForget: () => void
}

/** Holds the place of a part that is missing. */
function Away({ onForget, onAway }: AwayProps) {
  const onTryAgain = use(TryAgain)
  const leave = useRef(onAway)
  useEffect(() => {
    const tryAgain = () => {
      onForget()
      onTryAgain()
    }
    if (!leave.current) missing.add(tryAgain)
    tell()
    leave.current?.()
    window.addEventListener('online', tryAgain)
    return () => {
      missing.delete(tryAgain)
      window.removeEventListener('online', tryAgain)
      onForget()
    }
  }, [onForget, onTryAgain])
  return null
}

function tell(): void {
  if (toastId !== undefined) toasts.dismiss(toastId)
  const tryAll = () => {
    for (const tryAgain of [...missing]) tryAgain()
  }
  toastId = toasts.notify({
    type: 'error',
    message: t('app.partAway'),
    ...(missing.size > 0 ? { action: { label: t('app.unreachable.retry'), run: tryAll } } : {}),
  })
}
