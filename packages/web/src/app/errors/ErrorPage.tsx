import { Link, useLocation, useNavigate } from 'react-router'
import { readable } from '../../api/normalise-error.ts'
import { queryClient } from '../../api/query-client.ts'
import { t } from '../../i18n/index.ts'
import { Drawing } from '../../ui/display/Drawing.tsx'
import styles from './ErrorPage.module.css'
import type { NormalisedError } from './normalise-error.ts'

/**
 * The page of a failed route: status, message, and the way home; also another try when the server failed or did not answer. A 404 says that
 * the page could not be found.
 */
export function ErrorPage({ error }: { error: NormalisedError }) {
  const { statusCode } = error
  const message = readable(error.message)
  if (statusCode === 404) return <NotFoundPage />
  return (
    <section className={styles.page} aria-labelledby="error-title">
      <Drawing name="broken" />
      <p className={styles.status}>{statusCode}</p>
      <h1 id="error-title" className={styles.title}>
        {t('app.error.title')}
      </h1>
      <p className={styles.text}>{t('app.error.text')}</p>
      {message && <p className={styles.message}>{message}</p>}
      <div className={styles.actions}>
        {statusCode >= 500 && <RetryButton />}
        <HomeLink />
      </div>
    </section>
  )
}

/** The page for an unknown URL. */
export function NotFoundPage() {
  return (
    <section className={styles.page} aria-labelledby="error-title">
      <Drawing name="lost" />
      <p className={styles.status}>404</p>
      <h1 id="error-title" className={styles.title}>
        {t('app.error.notFound')}
      </h1>
      <HomeLink />
    </section>
  )
}

/** Opens the page anew. */
function RetryButton() {
  const navigate = useNavigate()
  const here = useLocation()
  const retry = () => {
    // If they stayed in the cache, the page would fail at once, without a request.
    queryClient.removeQueries({ predicate: ({ state }) => state.status === 'error' })
    void navigate(here, { replace: true, state: here.state })
  }
  return (
    <button type="button" className={styles.home} onClick={retry}>
      {t('app.unreachable.retry')}
    </button>
  )
}

function HomeLink() {
  return (
    <Link to="/" className={styles.home}>
      {t('app.error.home')}
    </Link>
  )
}
