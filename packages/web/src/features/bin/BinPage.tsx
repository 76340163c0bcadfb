import { can } from '@postil/domain/permissions'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate } from 'react-router'
import { BIN_KEY, type DeletedDataset, fetchBin, purgeDataset } from '../../api/bin.ts'
import { DELETIONS_KEY, fetchDeletions } from '../../api/deletions.ts'
import { showError } from '../../api/error-to-notice.ts'
import { refusalOf } from '../../api/errors.ts'
import { SILENT } from '../../api/query-client.ts'
import { t } from '../../i18n/areas/datasets.ts'
import { formatNumber } from '../../i18n/index.ts'
import { useFocusInPlace } from '../../ui/browser/use-focus-in-place.ts'
import { useOfflineReason } from '../../ui/browser/use-offline-reason.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/display/EmptyState.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { ListPage, ListSection } from '../../ui/layout/ListPage.tsx'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { ConfirmByName } from '../dataset-list/dialogs/ConfirmByName.tsx'
import { KIND_WORDS } from '../dataset-list/kinds.ts'
import { useUser } from '../session/session.ts'
import styles from './Bin.module.css'
import { DeletedRecords } from './DeletedRecords.tsx'
import { useRestore } from './use-restore.ts'
import { WhenDeleted } from './WhenDeleted.tsx'

/** `/deleted-datasets`: the deleted datasets and records that can still be restored, for owners and admins. */
export function BinPage() {
  return can(useUser(), 'bin.read') ? <Bin /> : <Navigate to="/datasets" replace />
}

function Bin() {
  const bin = useQuery({ queryKey: BIN_KEY, queryFn: fetchBin, meta: SILENT })
  const deletions = useQuery({ queryKey: DELETIONS_KEY, queryFn: fetchDeletions, meta: SILENT })
  const isError = bin.isError || deletions.isError
  const isLoading = bin.data === undefined || deletions.data === undefined
  const retry = () => void Promise.all([bin.refetch(), deletions.refetch()])
  const [box, keepPlace] = useFocusInPlace(bin.data?.items, 'li button:first-child')
  return (
    <ListPage
      title={t('bin.title')}
      lead={bin.data && leadOf(bin.data.days)}
      problem={isError && t('bin.failed')}
      onRetry={retry}
    >
      {isLoading && !isError && <Skeleton height={160} />}
      <div ref={box} tabIndex={-1}>
        {bin.data?.items.length === 0 && deletions.data?.items.length === 0 && (
          <EmptyState drawing="done" title={t('bin.none.title')}>
            {t('bin.none')}
          </EmptyState>
        )}
        {bin.data !== undefined && bin.data.items.length > 0 && (
          <ListSection title={t('bin.datasets')}>
            {bin.data.items.map((item, place) => (
              <BinItem key={item.id} item={item} onChange={() => keepPlace(place)} />
            ))}
          </ListSection>
        )}
      </div>
      {deletions.data && <DeletedRecords deletions={deletions.data.items} />}
    </ListPage>
  )
}

function leadOf(days: number): string {
  return days === 0 ? t('bin.leadNone') : t('bin.lead', { count: days })
}

interface BinItemProps {
  item: DeletedDataset
  /** Called before the dataset is restored or deleted for good. */
  onChange: () => void
}

function BinItem({ item, onChange }: BinItemProps) {
  const [isAsking, setAsking] = useState(false)
  const offlineReason = useOfflineReason()
  const queryClient = useQueryClient()
  const restore = useRestore()
  const restoring = useMutation({ mutationFn: () => restore(item) })
  const purging = useMutation({
    mutationFn: () => purgeDataset(item.id),
    meta: SILENT,
    onSuccess: () => toasts.notify({ type: 'success', message: t('bin.purged', { name: item.name }) }),
    onError: (error) => {
      // The server knows a dataset that is gone only by its id.
      if (refusalOf(error)?.status === 404)
        toasts.notify({ type: 'error', message: t('bin.gone', { name: item.name }) })
      else showError(error)
    },
    onSettled: () => {
      setAsking(false)
      return queryClient.invalidateQueries({ queryKey: BIN_KEY })
    },
  })
  const { name, workspace, task, records, deleted_by, deleted_at, purge_at } = item
  return (
    <li className={styles.item}>
      <div className={styles.row}>
        <div>
          <h3 className={styles.name}>{name}</h3>
          <p className={styles.facts}>
            {[
              workspace.name,
              KIND_WORDS[task ?? 'Feedback'],
              t('bin.records', { count: records, records: formatNumber(records) }),
            ].join(' · ')}
          </p>
          <WhenDeleted who={deleted_by} at={deleted_at} until={purge_at} />
        </div>
        <div className={styles.actions}>
          <Button
            aria-label={t('bin.restoreOf', { name })}
            isPending={restoring.isPending}
            disabledReason={offlineReason}
            onPress={() => {
              onChange()
              restoring.mutate()
            }}
          >
            {t('bin.restore')}
          </Button>
          <Button
            variant="quiet"
            aria-label={t('bin.purgeOf', { name })}
            disabledReason={offlineReason}
            onPress={() => setAsking(true)}
          >
            {t('bin.purge')}
          </Button>
        </div>
      </div>
      {isAsking && (
        <ConfirmByName
          title={t('bin.purgeTitle')}
          action={t('bin.purgeNow')}
          name={name}
          isPending={purging.isPending}
          onConfirm={() => {
            onChange()
            purging.mutate()
          }}
          onClose={() => setAsking(false)}
        >
          {t('bin.purgeText', { name, workspace: workspace.name })}
        </ConfirmByName>
      )}
    </li>
  )
}
