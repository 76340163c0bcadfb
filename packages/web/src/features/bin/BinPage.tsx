import { can } from '@postil/domain/permissions'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate } from 'react-router'
import { BIN_KEY, type DeletedDataset, fetchBin, purgeDataset } from '../../api/bin.ts'
import { SILENT } from '../../api/query-client.ts'
import { parseServerTime } from '../../api/server-time.ts'
import { t } from '../../i18n/areas/datasets.ts'
import { formatDate, formatNumber, formatRelative, formatWireTime } from '../../i18n/index.ts'
import { useOfflineReason } from '../../ui/browser/use-offline-reason.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Breadcrumbs } from '../../ui/display/Breadcrumbs.tsx'
import { EmptyState } from '../../ui/display/EmptyState.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { HeaderSlot } from '../../ui/layout/HeaderSlot.tsx'
import { OneColumn } from '../../ui/layout/layouts.tsx'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { ConfirmByName } from '../dataset-list/dialogs/ConfirmByName.tsx'
import { KIND_WORDS } from '../dataset-list/kinds.ts'
import { useUser } from '../session/session.ts'
import styles from './Bin.module.css'
import { useRestore } from './use-restore.ts'

/** `/deleted-datasets`: the deleted datasets that can still be restored, for owners and admins. */
export function BinPage() {
  return can(useUser(), 'bin.read') ? <Bin /> : <Navigate to="/datasets" replace />
}

function Bin() {
  const { data, isError, refetch } = useQuery({ queryKey: BIN_KEY, queryFn: fetchBin, meta: SILENT })
  return (
    <>
      <HeaderSlot place="crumbs">
        <Breadcrumbs crumbs={[{ label: t('app.datasets'), to: '/datasets' }, { label: t('bin.title') }]} />
      </HeaderSlot>
      <OneColumn width={840}>
        <header className={styles.head}>
          <h1 className={styles.title}>{t('bin.title')}</h1>
          <p className={styles.lead}>{data && leadOf(data.days)}</p>
        </header>
        {isError && (
          <p role="alert" className={styles.problem}>
            {t('bin.failed')}{' '}
            <Button size="small" onPress={() => void refetch()}>
              {t('app.unreachable.retry')}
            </Button>
          </p>
        )}
        {data === undefined && !isError && <Skeleton height={160} />}
        {data?.items.length === 0 && (
          <EmptyState drawing="done" title={t('bin.none.title')}>
            {t('bin.none')}
          </EmptyState>
        )}
        {data !== undefined && data.items.length > 0 && (
          <ul className={styles.list} aria-label={t('bin.title')}>
            {data.items.map((item) => (
              <BinItem key={item.id} item={item} />
            ))}
          </ul>
        )}
      </OneColumn>
    </>
  )
}

function leadOf(days: number): string {
  return days === 0 ? t('bin.leadNone') : t('bin.lead', { count: days })
}

function BinItem({ item }: { item: DeletedDataset }) {
  const [isAsking, setAsking] = useState(false)
  const offlineReason = useOfflineReason()
  const queryClient = useQueryClient()
  const restore = useRestore()
  const restoring = useMutation({ mutationFn: () => restore(item.id) })
  const purging = useMutation({
    mutationFn: () => purgeDataset(item.id),
    onSuccess: () => toasts.notify({ type: 'success', message: t('bin.purged', { name: item.name }) }),
    onSettled: () => {
      setAsking(false)
      return queryClient.invalidateQueries({ queryKey: BIN_KEY })
    },
  })
  const { name, workspace, task, records, deleted_by, deleted_at, purge_at } = item
  const who = deleted_by ?? t('bin.somebody')
  return (
    <li className={styles.item}>
      <div>
        <h2 className={styles.name}>{name}</h2>
        <p className={styles.facts}>
          {[
            workspace.name,
            KIND_WORDS[task ?? 'Feedback'],
            t('bin.records', { count: records, records: formatNumber(records) }),
          ].join(' · ')}
        </p>
        <p className={styles.facts}>
          {t('bin.deletedBy', { who })}{' '}
          <time dateTime={`${deleted_at}Z`} title={formatWireTime(deleted_at)}>
            {formatRelative(parseServerTime(deleted_at))}
          </time>
          {'. '}
          {t('bin.until')}{' '}
          <time dateTime={`${purge_at}Z`} title={formatWireTime(purge_at)}>
            {formatDate(parseServerTime(purge_at))}
          </time>
          .
        </p>
      </div>
      <div className={styles.actions}>
        <Button
          aria-label={t('bin.restoreOf', { name })}
          isPending={restoring.isPending}
          disabledReason={offlineReason}
          onPress={() => restoring.mutate()}
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
      {isAsking && (
        <ConfirmByName
          title={t('bin.purgeTitle')}
          action={t('bin.purgeNow')}
          name={name}
          isPending={purging.isPending}
          onConfirm={() => purging.mutate()}
          onClose={() => setAsking(false)}
        >
          {t('bin.purgeText', { name, workspace: workspace.name })}
        </ConfirmByName>
      )}
    </li>
  )
}
