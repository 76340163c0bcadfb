import { fullNameOf } from '@postil/domain/people/full-name'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endUserSession, fetchAccess, type Person, revokeUserKey } from '../../../api/account/people.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import { t } from '../../../i18n/areas/team/people.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Skeleton } from '../../../ui/display/Skeleton.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import sessionStyles from '../../session/SessionList.module.css'
import { SessionList } from '../../session/SessionList.tsx'
import styles from '../people.module.css'
import { useChange } from '../use-people.ts'

/** A user's sessions and API keys, each of which can be ended. */
export function AccessDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const queryKey = queryKeys.access(person.id)
  const queryClient = useQueryClient()
  const access = useQuery({ queryKey, queryFn: () => fetchAccess(person.id), meta: SILENT })
  const end = useChange<() => Promise<void>>({
    run: (change) => change(),
    onDone: () => void queryClient.invalidateQueries({ queryKey }),
  })
  const { sessions = [], keys = [] } = access.data ?? {}
  const [revoking, setRevoking] = useState<{ id: string; name: string }>()
  return (
    <Dialog title={t('people.access.title', { name: fullNameOf(person) })} isOpen onClose={onClose}>
      {access.isPending && <Skeleton height={120} />}
      {access.isError && <p role="alert">{t('people.access.failed')}</p>}
      {access.data && (
        <>
          <h3 className={styles.subtitle}>{t('people.access.sessions')}</h3>
          {sessions.length === 0 && <p className={styles.quiet}>{t('people.access.noSessions')}</p>}
          <SessionList
            sessions={sessions}
            ask={(when) => ({
              title: t('people.access.end.title', { name: fullNameOf(person) }),
              text: t('people.access.end.text', { when }),
            })}
            onEnd={(id) => end.mutate(() => endUserSession(person.id, id))}
          />
          <h3 className={styles.subtitle}>{t('people.access.keys')}</h3>
          {keys.length === 0 && <p className={styles.quiet}>{t('people.access.noKeys')}</p>}
          <ul className={sessionStyles.list}>
            {keys.map(({ id, name, last_four }) => (
              <li key={id}>
                <span>{t('people.access.key', { name, last: last_four })}</span>
                <Button
                  size="small"
                  variant="danger"
                  onPress={() => setRevoking({ id, name })}
                  aria-label={`${t('people.access.revoke')} ${name}`}
                >
                  {t('people.access.revoke')}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {revoking && (
        <ConfirmDialog
          title={t('people.access.revoke.title', { name: revoking.name })}
          action={t('people.access.revoke')}
          onConfirm={() => end.mutate(() => revokeUserKey(person.id, revoking.id))}
          onClose={() => setRevoking(undefined)}
        >
          {t('people.access.revoke.text')}
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
