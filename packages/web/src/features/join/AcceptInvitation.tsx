import { can } from '@postil/domain/permissions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { acceptInvitation } from '../../api/account/people.ts'
import { SILENT } from '../../api/query-client.ts'
import { reasonOf } from '../../api/reason-of.ts'
import { t } from '../../i18n/areas/team/people.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { ROLE_WORDS } from '../people/person.ts'
import styles from '../session/EntryFrame.module.css'
import { EntryFrame } from '../session/EntryFrame.tsx'
import { type User, useSession } from '../session/session.ts'

interface AcceptInvitationProps {
  token: string
  user: User
  /** The role that the link gives to new accounts. */
  role: keyof typeof ROLE_WORDS
  /** Names of the workspaces of the invitation. */
  workspaces: readonly string[]
}

/** An invitation opened by a user who is signed in: the account joins the workspaces. */
export function AcceptInvitation({ token, user, role, workspaces }: AcceptInvitationProps) {
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
  const lead = t(fresh.length > 0 ? 'join.as' : 'join.asNothing', words)
  const stays = fresh.length > 0 && role !== user.role && t('join.stay', { role: ROLE_WORDS[user.role] })
  return (
    <EntryFrame title={t('join.title.in')} lead={stays ? `${lead} ${stays}` : lead}>
      <div className={styles.form}>
        <p className={styles.error} role="alert">
          {accepting.isError && reasonOf(accepting.error)}
        </p>
        {fresh.length > 0 ? (
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
