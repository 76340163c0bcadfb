import { type ComponentType, useEffect, useState } from 'react'
import { useRouteError } from 'react-router'
import { t } from '../../i18n/index.ts'
import { ErrorBoundary } from '../../ui/display/ErrorBoundary.tsx'
import { isChunkError, remedyFor } from '../../ui/loading/load-code.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { ErrorPage } from './ErrorPage.tsx'
import { type NormalisedError, normaliseError } from './normalise-error.ts'

interface RouteErrorPageProps {
  /** The error page to show; a test passes one that fails. */
  page?: ComponentType<{ error: NormalisedError }>
}

/** What a failed route shows: a reload for a missing chunk, else the error page, else plain text. */
export function RouteErrorPage({ page: Page = ErrorPage }: RouteErrorPageProps) {
  const error = useRouteError()
  const [isReloading, setReloading] = useState(() => isChunkError(error))

  useEffect(() => {
    if (isChunkError(error)) void remedyFor(error).then((remedy) => setReloading(remedy === 'reloading'))
  }, [error])

  // What the failed page has just said, such as that an answer is submitted, may not be so.
  useEffect(() => toasts.leavePage(0), [])

  if (isReloading) return null
  return (
    <ErrorBoundary fallback={() => <NestedErrorPage />}>
      <Page error={normaliseError(error)} />
    </ErrorBoundary>
  )
}

/** When even the error page fails: no styles, no drawing, no router, nothing else that could fail. */
function NestedErrorPage() {
  return (
    <div style={{ padding: '4rem 1.5rem', textAlign: 'center' }}>
      <p>{t('app.error.nested')}</p>
      <p>
        <a href="/">{t('app.error.nestedHome')}</a>
      </p>
    </div>
  )
}
