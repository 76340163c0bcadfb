import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchClassicDatasets } from '../../../api/classic/classic-datasets.ts'
import { api } from '../../../api/client.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import { t } from '../../../i18n/areas/importing.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import { useUser } from '../../session/session.ts'
import type { KeptUpload } from '../import-state.ts'
import { deleteUnfinished } from '../writing/run-import.ts'
import { findUnfinished, forgetUnfinished, type Unfinished } from '../writing/unfinished.ts'
import styles from './Notice.module.css'

/** Offers to delete the partial dataset of an import whose tab was closed. */
export function UnfinishedNotice() {
  const { id: userId } = useUser()
  const [isPending, setPending] = useState(false)
  const cache = useQueryClient()
  const queryKey = ['unfinished', userId]
  const { data: unfinished } = useQuery({ queryKey, queryFn: () => findLeft(userId), gcTime: 0, meta: SILENT })
  if (!unfinished) return null
  const handleDelete = async () => {
    setPending(true)
    const isGone = await deleteUnfinished(api, userId, unfinished)
    setPending(false)
    if (!isGone) {
      toasts.notify({ type: 'error', message: t('import.noServer') })
      return
    }
    cache.setQueryData(queryKey, null)
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
            void forgetUnfinished(userId, unfinished)
            cache.setQueryData(queryKey, null)
          }}
        >
          {t('import.unfinishedKeep')}
        </Button>
      </div>
    </div>
  )
}

/** The partial dataset that an import left on the server; null if the closed tab has cleaned up. */
async function findLeft(userId: string): Promise<Unfinished | null> {
  const unfinished = await findUnfinished(userId)
  if (!unfinished) return null
  const { datasetId, workspace } = unfinished
  const items = workspace === undefined ? (await api('GET /api/v1/me/datasets')).items : await fetchClassicDatasets()
  if (items.some(({ id }) => id === datasetId)) return unfinished
  await forgetUnfinished(userId, unfinished)
  return null
}

interface KeptNoticeProps {
  kept: KeptUpload
  /** Of the dataset. */
  name: string
  onGoOn: (kept: KeptUpload) => void
}

/** Offers to resume an unfinished earlier upload of this file into this dataset. */
export function KeptNotice({ kept, name, onGoOn }: KeptNoticeProps) {
  return (
    <div className={styles.notice} data-tone="ochre" role="status">
      <p>{t('import.kept', { count: kept.checkpoint.rows, name })}</p>
      <p>{t(`import.keptHelp.${kept.mode}`)}</p>
      <div className={styles.actions}>
        <Button size="medium" onPress={() => onGoOn(kept)}>
          {t('import.goOn')}
        </Button>
      </div>
    </div>
  )
}
