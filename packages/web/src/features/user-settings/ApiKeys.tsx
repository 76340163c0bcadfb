import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { type ApiKey, type CreatedApiKey, fetchApiKeys, revokeApiKey } from '../../api/account/account.ts'
import { SILENT } from '../../api/query-client.ts'
import { unlessGone } from '../../api/unless-gone.ts'
import { t } from '../../i18n/areas/user-settings.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { Icon } from '../../ui/display/Icon.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { toasts } from '../../ui/toast/toast-queue.ts'
import styles from './ApiKeys.module.css'
import { ApiKeyTable } from './ApiKeyTable.tsx'
import { NewApiKey } from './NewApiKey.tsx'

const KEYS = ['api-keys']

/** The user's API keys: named, revocable, each shown in full only once. */
export function ApiKeys() {
  const queryClient = useQueryClient()
  const keys = useQuery({ queryKey: KEYS, queryFn: fetchApiKeys, meta: SILENT })
  const [created, setCreated] = useState<CreatedApiKey>()
  const [revoking, setRevoking] = useState<ApiKey>()
  const reload = () => void queryClient.invalidateQueries({ queryKey: KEYS })

  const handleCreated = (key: CreatedApiKey) => {
    setCreated(key)
    reload()
  }
  const handleRevoked = (key: ApiKey) => {
    if (key.id === created?.id) setCreated(undefined)
    reload()
  }
  return (
    <div className={styles.keys}>
      <p className={styles.lead}>{t('userSettings.keys.lead')}</p>
      {created && <ShownKey apiKey={created} onDone={() => setCreated(undefined)} />}
      {keys.isPending && <Skeleton height={88} />}
      {keys.isError && (
        <p className={styles.failed} role="alert">
          {t('userSettings.keys.failed')}
          <Button size="small" onPress={() => void keys.refetch()}>
            {t('app.unreachable.retry')}
          </Button>
        </p>
      )}
      {keys.data && keys.data.length > 0 && <ApiKeyTable keys={keys.data} onRevoke={setRevoking} />}
      {keys.data?.length === 0 && <p className={styles.none}>{t('userSettings.keys.none')}</p>}
      <NewApiKey onCreated={handleCreated} />
      {revoking && (
        <RevokeKeyDialog apiKey={revoking} onClose={() => setRevoking(undefined)} onRevoked={handleRevoked} />
      )}
    </div>
  )
}

interface RevokeKeyDialogProps {
  apiKey: ApiKey
  onClose: () => void
  onRevoked: (key: ApiKey) => void
}

/** Asks for confirmation before a key is revoked: programs that use it stop working. */
function RevokeKeyDialog({ apiKey, onClose, onRevoked }: RevokeKeyDialogProps) {
  const { mutate, isPending } = useMutation({
    // One that is gone was revoked elsewhere.
    mutationFn: () => unlessGone(revokeApiKey(apiKey.id)),
    onSuccess: () => {
      toasts.notify({ type: 'success', message: t('userSettings.keys.revoked', { name: apiKey.name }) })
      onRevoked(apiKey)
    },
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      title={t('userSettings.keys.revokeTitle')}
      action={t('userSettings.keys.revoke')}
      isPending={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      {t('userSettings.keys.revokeText', { name: apiKey.name, last: apiKey.last_four })}
    </ConfirmDialog>
  )
}

interface ShownKeyProps {
  apiKey: CreatedApiKey
  onDone: () => void
}

/** A new key in full, until dismissed: the server keeps no copy to show again. */
function ShownKey({ apiKey, onDone }: ShownKeyProps) {
  return (
    <div className={styles.shown} role="status">
      <p>
        <Icon icon={KeyRound} />
        {t('userSettings.keys.shown', { name: apiKey.name })}
      </p>
      <div className={styles.secret}>
        <code>{apiKey.key}</code>
        <CopyButton text={apiKey.key} label={t('userSettings.keys.copy')} size="small" />
        <Button size="small" onPress={onDone}>
          {t('userSettings.keys.done')}
        </Button>
      </div>
    </div>
  )
}
