import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import {
  DELETIONS_KEY,
  type DeletedRecord,
  type Deletion,
  fetchDeletedRecords,
  type restoreRecords,
} from '../../api/deletions.ts'
import { SILENT } from '../../api/query-client.ts'
import { t } from '../../i18n/areas/datasets.ts'
import { formatNumber } from '../../i18n/index.ts'
import { useOfflineReason } from '../../ui/browser/use-offline-reason.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { KIND_WORDS } from '../dataset-list/kinds.ts'
import styles from './Bin.module.css'
import { WhenDeleted } from './WhenDeleted.tsx'

/** A deletion, or one record of it. */
export type RestoreWhich = Parameters<typeof restoreRecords>

interface DeletionItemProps {
  deletion: Deletion
  /** What is being restored, here or in another deletion. */
  restoring: RestoreWhich | undefined
  onRestore: (...which: RestoreWhich) => void
}

/** Records that somebody deleted in one go. */
export function DeletionItem({ deletion, restoring, onRestore }: DeletionItemProps) {
  const { id, dataset, task, workspace, records, left, sample, deleted_by, deleted_at, until } = deletion
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const offlineReason = useOfflineReason()
  const isPending = restoring?.[0] === id && restoring[1] === undefined
  const what = t('bin.recordsOf', { count: records, records: formatNumber(records), name: dataset.name })
  const facts = [workspace.name, KIND_WORDS[task ?? 'Feedback']]
  if (left < records) facts.push(t('bin.left', { count: left, left: formatNumber(left) }))
  return (
    <li className={styles.item}>
      <div className={styles.row}>
        <div>
          <h3 className={styles.name}>{what}</h3>
          <p className={styles.facts}>{facts.join(' · ')}</p>
          {sample && !isOpen && (
            <p className={styles.sample} dir="auto">
              {sample}
            </p>
          )}
          <WhenDeleted who={deleted_by} at={deleted_at} until={until} />
        </div>
        <div className={styles.actions}>
          <Button
            aria-label={t('bin.restoreAllOf', { what })}
            isPending={isPending}
            isDisabled={restoring && !isPending}
            disabledReason={offlineReason}
            onPress={() => onRestore(id)}
          >
            {t('bin.restoreAll')}
          </Button>
          <Button
            variant="quiet"
            aria-label={t(isOpen ? 'bin.hideOf' : 'bin.showOf', { what })}
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            onPress={() => setOpen(!isOpen)}
          >
            {t(isOpen ? 'bin.hide' : 'bin.show')}
          </Button>
        </div>
      </div>
      {isOpen && <RecordList {...{ id: listId, deletion, restoring, onRestore }} />}
    </li>
  )
}

function RecordList({ id: listId, deletion, restoring, onRestore }: DeletionItemProps & { id: string }) {
  const pages = useInfiniteQuery({
    queryKey: [...DELETIONS_KEY, deletion.id],
    queryFn: ({ pageParam }) => fetchDeletedRecords(deletion.id, pageParam),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    meta: SILENT,
  })
  const again = () => void (pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch())
  const problem = pages.isError && (
    <p role="alert">
      {t('bin.recordsFailed')}{' '}
      <Button size="small" isPending={pages.isFetching} onPress={again}>
        {t('app.unreachable.retry')}
      </Button>
    </p>
  )
  if (!pages.data) return problem || <Skeleton height={80} />
  const pageParams = pages.data.pageParams as (number | undefined)[]
  // A classic record that was deleted twice is listed twice, its latest content first; only this one is restored.
  const lines = new Map<string, { record: DeletedRecord; after: number | undefined }>()
  for (const [page, { items }] of pages.data.pages.entries())
    for (const record of items) if (!lines.has(record.id)) lines.set(record.id, { record, after: pageParams[page] })
  return (
    <>
      <ul id={listId} className={styles.records}>
        {[...lines].map(([id, { record, after }]) => (
          <RecordLine
            key={id}
            record={record}
            restoring={restoring && restoring[1]?.id === id ? 'this' : restoring && 'other'}
            onRestore={() => onRestore(deletion.id, { id, after })}
          />
        ))}
      </ul>
      {problem}
      {pages.hasNextPage && !problem && (
        <Button size="small" isPending={pages.isFetchingNextPage} onPress={() => void pages.fetchNextPage()}>
          {t('bin.more')}
        </Button>
      )}
    </>
  )
}

interface RecordLineProps {
  record: DeletedRecord
  /** Whether this record or something else is being restored. */
  restoring: 'this' | 'other' | undefined
  onRestore: () => void
}

function RecordLine({ record, restoring, onRestore }: RecordLineProps) {
  const { id, external_id, text, responses, is_deleted } = record
  const offlineReason = useOfflineReason()
  const facts = [t('bin.answers', { count: responses })]
  if (external_id !== null) facts.unshift(t('bin.externalId', { id: external_id }))
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.text} dir="auto">
          {text || t('bin.noText')}
        </p>
        <p className={styles.facts}>{facts.join(' · ')}</p>
      </div>
      {is_deleted ? (
        <Button
          size="small"
          aria-label={t('bin.restoreOf', { name: text || id })}
          isPending={restoring === 'this'}
          isDisabled={restoring === 'other'}
          disabledReason={offlineReason}
          onPress={onRestore}
        >
          {t('bin.restore')}
        </Button>
      ) : (
        <span className={styles.facts}>{t('bin.isThere')}</span>
      )}
    </li>
  )
}
