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
import { t } from '../i18n/index.ts'
import { fetchAhead } from './fetch-ahead.ts'
import { allowAnotherTry, loadCode } from './load-code.ts'
import { toasts } from './toast/toast-queue.ts'

interface CanBeAway {
  /** Close what was opened when its code cannot be loaded, instead of keeping its place and offering another try. */
  onAway?: (() => void) | undefined
}

interface PlaceholderProps extends CanBeAway {
  onTryAgain: () => void
}

interface LazyOptions {
  /** Load the code in a quiet moment, before the component is shown. Off for what only some visits need. */
  prefetch?: boolean
  /** Stands in the component's place while the server is away. */
  placeholder?: ComponentType<PlaceholderProps>
}

type LazyComponent<Props> = ComponentType<Props & CanBeAway> & {
  /** Load its code before it is shown. */
  fetch: () => Promise<unknown>
  /** Resolves when the component or its placeholder can be shown; rejects when only the error page can. */
  settle: () => Promise<unknown>
}

/**
 * `React.lazy` with what a page needs that stays open for days, to be shown inside a `Suspense`. A file that a new version of the app has
 * replaced reloads the page (`load-code.ts`); while the server is away, a placeholder offers another try. Loaded code is drawn at once.
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

  // React.lazy remembers a failure for good: each attempt is a component of its own.
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
    // Kept while it is shown: another type of component would lose its state.
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
  return Object.assign(Lazy, { fetch, settle: () => attempt.settle() })
}

const TryAgain = createContext<() => void>(() => undefined)

/** The missing parts of this page, to be tried together. */
const missing = new Set<() => void>()
let toastId: number | undefined

/** Shows nothing in the place of a missing part, and says in a toast that it is missing. */
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
