import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { loginPath } from '../../features/session/safe-redirect.ts'
import { type SessionStatus, useSession } from '../../features/session/session.ts'
import { t } from '../../i18n/index.ts'
import { RouteError } from '../errors/normalise-error.ts'
import { UnreachablePage } from '../notices/UnreachablePage.tsx'
import { WaitingPage } from '../notices/WaitingPage.tsx'

/** What a guard says about one visit. */
type Verdict = 'pass' | 'wait' | 'unreachable' | { redirect: string }
type Guard = (visit: { status: SessionStatus; fullPath: string }) => Verdict

const GUARDS: Readonly<Record<string, Guard>> = {
  /** Only for signed-in users; others sign in and come back. */
  'auth-guard': ({ status, fullPath }) => {
    switch (status) {
      case 'in':
        return 'pass'
      case 'out':
        return { redirect: loginPath(fullPath) }
      case 'loading':
        return 'wait'
      case 'unreachable':
        return 'unreachable'
    }
  },
}

/** Shows its children once every named guard lets the visit pass. A name nobody knows is an error 500. */
export function Guarded({ by, children }: { by: readonly string[]; children: ReactNode }) {
  const { status } = useSession()
  const { pathname, search, hash } = useLocation()
  for (const name of by) {
    const guard = GUARDS[name]
    if (!guard) throw new RouteError(500, t('app.error.unknownGuard', { name }))
    const verdict = guard({ status, fullPath: pathname + search + hash })
    if (verdict === 'wait') return <WaitingPage />
    if (verdict === 'unreachable') return <UnreachablePage />
    if (verdict !== 'pass') return <Navigate to={verdict.redirect} replace />
  }
  return children
}
