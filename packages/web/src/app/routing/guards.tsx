import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { Navigate, useLocation } from 'react-router'
import { LOGIN, loginPath } from '../../features/session/safe-redirect.ts'
import { type SessionStatus, useSession } from '../../features/session/session.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { BrandMark } from '../../ui/display/BrandMark.tsx'
import { EmptyState } from '../../ui/display/EmptyState.tsx'
import { DefaultLayout, GridLayout } from '../../ui/layout/layouts.tsx'
import { RouteError } from '../errors/normalise-error.ts'
import styles from '../notices/UnreachablePage.module.css'
import { WaitingPage } from '../notices/WaitingPage.tsx'

/** The decision of a guard about one visit. */
type Verdict = 'pass' | 'wait' | 'unreachable' | { redirect: string }
type Guard = (visit: { status: SessionStatus; fullPath: string; hasLeft: boolean }) => Verdict

const GUARDS: Readonly<Record<string, Guard>> = {
  /** Only for signed-in users; others are sent to the login page and back. */
  'auth-guard': ({ status, fullPath, hasLeft }) => {
    switch (status) {
      case 'in':
        return 'pass'
      case 'out':
        return { redirect: hasLeft ? LOGIN : loginPath(fullPath) }
      case 'loading':
        return 'wait'
      case 'unreachable':
        return 'unreachable'
    }
  },
}

/** Renders its children once every named guard passes. An unknown name is an error 500. */
export function Guarded({ by, children }: { by: readonly string[]; children: ReactNode }) {
  const session = useSession()
  const { status } = session
  const { pathname, search, hash } = useLocation()
  const fullPath = pathname + search + hash
  // After a sign-out the next user starts at home: the last page may be visible only to the previous user.
  const shown = useRef<string>(undefined)
  useEffect(() => {
    if (status === 'in') shown.current = fullPath
  }, [status, fullPath])
  const hasLeft = session.hasLeft === true && shown.current === fullPath
  for (const name of by) {
    const guard = GUARDS[name]
    if (!guard) throw new RouteError(500, t('app.error.unknownGuard', { name }))
    const verdict = guard({ status, fullPath, hasLeft })
    if (verdict === 'wait') return <WaitingPage />
    if (verdict === 'unreachable') return <UnreachablePage />
    if (verdict !== 'pass') return <Navigate to={verdict.redirect} replace />
  }
  // Pages of another user, whom another tab has signed in, begin anew.
  return <Fragment key={session.user?.id}>{children}</Fragment>
}

/** The server did not answer when the visit began. */
function UnreachablePage() {
  const { retry } = useSession()
  return (
    <DefaultLayout>
      <GridLayout
        header={
          <div className={styles.header}>
            <BrandMark />
          </div>
        }
      >
        <EmptyState
          drawing="offline"
          level={1}
          title={t('app.unreachable.title')}
          action={<Button onPress={retry}>{t('app.unreachable.retry')}</Button>}
        >
          {t('app.unreachable.text')}
        </EmptyState>
      </GridLayout>
    </DefaultLayout>
  )
}
