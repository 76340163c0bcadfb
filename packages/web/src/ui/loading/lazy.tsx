import {
  type ComponentType,
  createContext,
  lazy as reactLazy,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { t } from '../../i18n/index.ts'
import { toasts } from '../toast/toast-queue.ts'
import { fetchAhead } from './fetch-ahead.ts'
import { allowAnotherTry, loadCode } from './load-code.ts'

interface CanBeAway {
  /** Called when the code cannot be loaded, to close what was opened, instead of showing a placeholder with a retry button. */
  onAway?: (() => void) | undefined
}

interface PlaceholderProps extends CanBeAway {
  onTryAgain: () => void
}

interface LazyOptions {
  /** Prefetch the code when the browser is idle. Turn off for what only some visits need. */
  prefetch?: boolean
  /** Placeholder for the component while the server is unreachable. */
  placeholder?: ComponentType<PlaceholderProps>
}

type LazyComponent<Props> = ComponentType<Props & CanBeAway> & {
  /** Load its code before it is shown. */
  fetch: () => Promise<unknown>
  /** Resolves when the component or its placeholder can be shown; rejects when only the error page can. */
  settle: () => Promise<unknown>
  isLoaded: () => boolean
}

/**
 * `React.lazy` for pages that stay open for days; render it inside a `Suspense`. When a new version of the app has replaced the file, the
 * page reloads (`load-code.ts`); while the server is unreachable, a placeholder offers a retry. Loaded code renders synchronously.
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { prefetch = true, placeholder: Placeholder = MissingPart }: LazyOptions = {},
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined

  const fetch = () => {
    loading ??= loadCode(load).then(
      (component) => {
        loaded = component
        return component
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }

  // React.lazy caches a failure for good, so each attempt is a new component.
  const newAttempt = () => {
    const Missing = ({ onAway }: CanBeAway) => {
      const onTryAgain = use(TryAgain)
      useEffect(() => forgetAttempt, [])
      return <Placeholder onAway={onAway} onTryAgain={onTryAgain} />
    }
    let outcome: Promise<ComponentType<Props & CanBeAway>> | undefined
    const settle = () => {
      outcome ??= fetch().catch((error: unknown) => allowAnotherTry(error).then(() => Missing))
      return outcome
    }
    return { settle, Component: reactLazy(async () => ({ default: await settle() })) }
  }
  let attempt = newAttempt()
  const forgetAttempt = () => {
    attempt = newAttempt()
  }

  function Lazy(props: Props & CanBeAway) {
    // Kept while mounted: another component type would lose its state.
    const [Component, setComponent] = useState<ComponentType<Props & CanBeAway>>(() => loaded ?? attempt.Component)
    const tryAgain = useCallback(() => {
      forgetAttempt()
      setComponent(() => loaded ?? attempt.Component)
    }, [])
    return (
      <TryAgain value={tryAgain}>
        <Component {...props} />
      </TryAgain>
    )
  }
  if (prefetch) fetchAhead(fetch)
  return Object.assign(Lazy, { fetch, settle: () => attempt.settle(), isLoaded: () => loaded !== undefined })
}

/** False until the code of a part is there, which is loaded when the page is quiet: for parts of a first view that it can do without. */
export function useLoadedAhead(part: Pick<LazyComponent<never>, 'fetch' | 'isLoaded'>): boolean {
  const [isLoaded, setLoaded] = useState(part.isLoaded)
  useEffect(() => {
    if (!isLoaded) fetchAhead(() => part.fetch().then(() => setLoaded(true)))
  }, [part, isLoaded])
  return isLoaded
}

const TryAgain = createContext<() => void>(() => undefined)

/** Retry functions of the missing parts of this page, run together. */
const missing = new Set<() => void>()
let toastId: number | undefined

/** Renders nothing for a missing part, and reports it in a toast. */
function MissingPart({ onAway, onTryAgain }: PlaceholderProps) {
  const leave = useEffectEvent(() => onAway?.())
  const canStay = onAway === undefined
  useEffect(() => {
    if (canStay) missing.add(onTryAgain)
    tell()
    leave()
    window.addEventListener('online', onTryAgain)
    return () => {
      missing.delete(onTryAgain)
      window.removeEventListener('online', onTryAgain)
    }
  }, [canStay, onTryAgain])
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
