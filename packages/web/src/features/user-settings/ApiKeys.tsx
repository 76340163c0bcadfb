import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiKey, type CreatedApiKey, fetchApiKeys } from '../../api/account.ts'
import { SILENT } from '../../api/query-client.ts'
import { t } from '../../i18n/user-settings.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './ApiKeys.module.css'
import { ApiKeyTable } from './ApiKeyTable.tsx'
import { NewApiKey } from './NewApiKey.tsx'
import { RevokeKeyDialog } from './RevokeKeyDialog.tsx'
import { ShownKey } from './ShownKey.tsx'

const KEYS = ['api-keys']

/** The user's API keys: named, revocable, each shown whole only once. */
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
