import { can, hasFewerRights } from '@postil/domain/permissions'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { acceptInvitation, readLink } from '../../api/account/people.ts'
import { SILENT } from '../../api/query-client.ts'
import { reasonOf } from '../../api/reason-of.ts'
import { t } from '../../i18n/areas/team/people.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { ROLE_WORDS } from '../people/person.ts'
import styles from '../session/EntryFrame.module.css'
import { EntryFrame } from '../session/EntryFrame.tsx'
import { LoginForm } from '../session/LoginForm.tsx'
import { type User, useSession } from '../session/session.ts'
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
        <Button variant="quiet" className={styles.other} onPress={() => setHasAccount(false)}>
          {t('join.haveNot')}
        </Button>
      </EntryFrame>
    )
  return (
    <EntryFrame title={t('join.title')} lead={canAccept ? t('join.lead.in', words) : t('join.lead', words)}>
      <JoinForm token={token} link={link.data} />
      {canAccept && (
        <Button variant="quiet" className={styles.other} onPress={() => setHasAccount(true)}>
          {t('join.have')}
        </Button>
      )}
    </EntryFrame>
  )
}

interface AcceptInvitationProps {
  token: string
  user: User
  /** The role that the link gives to new accounts. */
  role: keyof typeof ROLE_WORDS
  /** Names of the workspaces of the invitation. */
  workspaces: readonly string[]
}

/** An invitation opened by a user who is signed in: the account joins the workspaces. */
function AcceptInvitation({ token, user, role, workspaces }: AcceptInvitationProps) {
  const { signOut, retry } = useSession()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const isIn = (name: string) => can(user, 'workspace.read', { isMember: user.workspaces.includes(name) })
  const fresh = workspaces.filter((name) => !isIn(name))
  const words = { username: user.username, workspaces: fresh.join(', ') }
  const accepting = useMutation({
    mutationFn: () => acceptInvitation(token),
    meta: SILENT,
    onSuccess: (joined) => {
      const message = t('join.joined', { count: joined.length, workspaces: joined.join(', ') })
      toasts.notify({ type: 'success', message })
      retry()
      void queryClient.invalidateQueries()
      void navigate('/datasets', { replace: true })
    },
  })
  // The server refuses it: a role is the same in all workspaces, and the invitation is for fewer rights.
  const isForFewer = fresh.length > 0 && hasFewerRights(role, user.role)
  const roles = { invited: ROLE_WORDS[role], role: ROLE_WORDS[user.role] }
  const lead = isForFewer
    ? t('join.fewer', { ...words, ...roles })
    : t(fresh.length > 0 ? 'join.as' : 'join.asNothing', words)
  const stays = fresh.length > 0 && !isForFewer && role !== user.role && t('join.stay', roles)
  return (
    <EntryFrame title={t('join.title.in')} lead={stays ? `${lead} ${stays}` : lead}>
      <div className={styles.form}>
        <p className={styles.error} role="alert">
          {accepting.isError && reasonOf(accepting.error)}
        </p>
        {fresh.length > 0 && !isForFewer ? (
          <Button
            variant="primary"
            className={styles.submit}
            isPending={accepting.isPending}
            onPress={() => accepting.mutate()}
          >
            {t('join.accept', { count: fresh.length, workspaces: words.workspaces })}
          </Button>
        ) : (
          <Link to="/datasets" className={styles.link}>
            {t('join.toDatasets')}
          </Link>
        )}
        <Button variant="quiet" onPress={() => void signOut()}>
          {t('join.other')}
        </Button>
      </div>
    </EntryFrame>
  )
}
