import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchClassicDatasets } from '../../api/classic-datasets.ts'
import { api } from '../../api/client.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'
import { t } from '../../i18n/importing.ts'
import { Button } from '../../ui/Button.tsx'
import { toasts } from '../../ui/toast/toast-queue.ts'
import styles from './Notice.module.css'
import { deleteUnfinished } from './run-import.ts'
import { forgetUnfinished, readUnfinished, type Unfinished } from './unfinished.ts'

/** What an import left behind whose tab died, and the way to be rid of it. */
export function UnfinishedNotice() {
  const [unfinished, setUnfinished] = useState(readUnfinished)
  const [isPending, setPending] = useState(false)
  const cache = useQueryClient()
  // A tab that was closed may have cleaned up after itself.
  const found = useQuery({
    queryKey: ['unfinished', unfinished?.datasetId],
    queryFn: () => unfinished !== undefined && stillThere(unfinished),
    enabled: unfinished !== undefined,
    meta: SILENT,
  })
  if (!unfinished || found.data !== true) return null
  const handleDelete = async () => {
    setPending(true)
    const isGone = await deleteUnfinished(api, unfinished)
    setPending(false)
    if (!isGone) {
      toasts.notify({ type: 'error', message: t('import.noServer') })
      return
    }
    setUnfinished(undefined)
    toasts.notify({ type: 'success', message: t('import.unfinishedDeleted') })
    await cache.invalidateQueries({ queryKey: queryKeys.datasets() })
  }
  return (
    <div className={styles.notice} data-tone="ochre" role="status">
      <p>{t('import.unfinished', { name: unfinished.name })}</p>
      <div className={styles.actions}>
        <Button size="medium" isPending={isPending} onPress={handleDelete}>
          {t('import.unfinishedDelete')}
        </Button>
        <Button
          size="medium"
          variant="quiet"
          onPress={() => {
            forgetUnfinished()
            setUnfinished(undefined)
          }}
        >
          {t('import.unfinishedKeep')}
        </Button>
      </div>
    </div>
  )
}

async function stillThere({ datasetId, workspace }: Unfinished): Promise<boolean> {
  const items = workspace === undefined ? (await api('GET /api/v1/me/datasets')).items : await fetchClassicDatasets()
  const isThere = items.some(({ id }) => id === datasetId)
  if (!isThere) forgetUnfinished()
  return isThere
}
