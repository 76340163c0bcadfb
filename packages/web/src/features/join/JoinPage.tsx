import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { readLink } from '../../api/account/people.ts'
import { SILENT } from '../../api/query-client.ts'
import { t } from '../../i18n/areas/team/people.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { ROLE_WORDS } from '../people/person.ts'
import styles from '../session/EntryFrame.module.css'
import { EntryFrame } from '../session/EntryFrame.tsx'
import { LoginForm } from '../session/LoginForm.tsx'
import { useSession } from '../session/session.ts'
import { AcceptInvitation } from './AcceptInvitation.tsx'
import { JoinForm } from './JoinForm.tsx'

/** `/join#…`: the page of an invitation link or password link. */
export function JoinPage() {
  const token = decodeURIComponent(useLocation().hash.slice(1))
  const { user, status, signIn } = useSession()
  const [hasAccount, setHasAccount] = useState(false)
  const link = useQuery({
    queryKey: ['join', token],
    queryFn: () => readLink(token),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    meta: SILENT,
  })
  if (token === '' || link.isError) {
    return (
      <EntryFrame title={t('join.ended.title')} lead={t('join.ended')}>
        <Link to="/login" className={styles.link}>
          {t('join.signIn')}
        </Link>
      </EntryFrame>
    )
  }
  if (!link.data || status === 'loading') {
    return (
      <EntryFrame title={t('join.title')} lead="">
        <Skeleton height={240} />
      </EntryFrame>
    )
  }
  const { username, role, workspaces } = link.data
  const words = { role: ROLE_WORDS[role], workspaces: workspaces.join(', ') }
  if (username !== null) {
    return (
      <EntryFrame title={t('join.reset.title')} lead={t('join.reset.lead', { username })}>
        <JoinForm token={token} link={link.data} />
      </EntryFrame>
    )
  }
  // An account can join workspaces; an invitation without any is for a new owner.
  const canAccept = workspaces.length > 0
  if (canAccept && user) return <AcceptInvitation token={token} user={user} role={role} workspaces={workspaces} />
  if (canAccept && hasAccount)
    return (
      <EntryFrame title={t('join.title')} lead={t('join.signInFirst', words)}>
        <LoginForm onSignIn={signIn} />
        <Button variant="quiet" onPress={() => setHasAccount(false)}>
          {t('join.haveNot')}
        </Button>
      </EntryFrame>
    )
  return (
    <EntryFrame title={t('join.title')} lead={canAccept ? t('join.lead.in', words) : t('join.lead', words)}>
      <JoinForm token={token} link={link.data} />
      {canAccept && (
        <Button variant="quiet" onPress={() => setHasAccount(true)}>
          {t('join.have')}
        </Button>
      )}
    </EntryFrame>
  )
}
