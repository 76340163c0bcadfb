import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { endMySession, fetchMySessions, MY_SESSIONS } from '../../api/account/account.ts'
import { SILENT } from '../../api/query-client.ts'
import { unlessGone } from '../../api/unless-gone.ts'
import { t } from '../../i18n/areas/user-settings.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { SessionList } from '../session/SessionList.tsx'
import styles from './ApiKeys.module.css'

/** Where the user is signed in; each session but the present one can be ended. */
export function MySessions() {
  const queryClient = useQueryClient()
  const sessions = useQuery({ queryKey: MY_SESSIONS, queryFn: fetchMySessions, meta: SILENT })
  const end = useMutation({
    // One that is gone has ended elsewhere.
    mutationFn: (id: string) => unlessGone(endMySession(id)),
    onSuccess: () => toasts.notify({ type: 'success', message: t('userSettings.sessions.ended') }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: MY_SESSIONS }),
  })
  return (
    <div className={styles.keys}>
      <p className={styles.lead}>{t('userSettings.sessions.lead')}</p>
      {sessions.isPending && <Skeleton height={32} />}
      {sessions.isError && (
        <p className={styles.failed} role="alert">
          {t('userSettings.sessions.failed')}
          <Button size="small" onPress={() => void sessions.refetch()}>
            {t('app.unreachable.retry')}
          </Button>
        </p>
      )}
      {sessions.data && (
        <SessionList
          sessions={sessions.data}
          ask={(when) => ({
            title: t('userSettings.sessions.endTitle'),
            text: t('userSettings.sessions.endText', { when }),
          })}
          onEnd={(id) => end.mutate(id)}
        />
      )}
    </div>
  )
}
