import { Link } from 'react-router'
import { readable } from '../../api/normalise-error.ts'
import { t } from '../../i18n/index.ts'
import { Drawing } from '../../ui/display/Drawing.tsx'
import styles from './ErrorPage.module.css'
import type { NormalisedError } from './normalise-error.ts'

/** The page of a failed route: status, message, and the way home. A 404 says that the page could not be found. */
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
      <HomeLink />
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

function HomeLink() {
  return (
    <Link to="/" className={styles.home}>
      {t('app.error.home')}
    </Link>
  )
}
