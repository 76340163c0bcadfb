import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { fetchIsSetupPending } from '../../api/account/setup.ts'
import { SILENT } from '../../api/query-client.ts'
import { t } from '../../i18n/areas/setup.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { EntryFrame } from './EntryFrame.tsx'
import { LoginForm } from './LoginForm.tsx'
import { followRedirect, judgeRedirect, trustedOriginsOf } from './safe-redirect.ts'
import { useSession } from './session.ts'

/** `/login`: sign in, then go to `redirect` or home. A signed-in user is redirected at once. */
export function LoginPage() {
  const session = useSession()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const redirect = params.get('redirect')

  useEffect(() => {
    if (session.status !== 'in') return
    const target = judgeRedirect(redirect, location.origin, trustedOriginsOf(document))
    const isFollowed = followRedirect(target, {
      inside: (path) => void navigate(path, { replace: true }),
      outside: (url) => location.assign(url),
    })
    if (!isFollowed) toasts.notify({ type: 'warning', message: t('app.error.refusedRedirect') })
  }, [session.status, redirect, navigate])

  // A server that is not set up has no users yet: explain how to set it up.
  const { data: isUnset } = useQuery({
    queryKey: ['setup'],
    queryFn: fetchIsSetupPending,
    meta: SILENT,
    // Another tab may have set it up in the meantime.
    refetchOnWindowFocus: 'always',
  })
  if (isUnset) return <EntryFrame title={t('setup.title')} lead={t('setup.hint')} />

  return (
    <EntryFrame title={t('session.title')} lead={t('session.lead')}>
      <LoginForm onSignIn={session.signIn} />
    </EntryFrame>
  )
}
