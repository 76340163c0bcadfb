import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { t } from '../../../i18n/areas/datasets.ts'
import { formatShortPercent } from '../../../i18n/index.ts'
import { Skeleton } from '../../../ui/display/Skeleton.tsx'
import { StackedBar } from '../../../ui/display/StackedBar.tsx'
import type { DatasetRow } from '../dataset-row.ts'
import styles from './DatasetTable.module.css'
import { leftOf, progressQuery, teamQuery } from './progress.ts'

interface ProgressCellProps {
  row: DatasetRow
  isInView: boolean
  canManage: boolean
}

/** Progress of a dataset: a thin bar and the number of remaining records. Fetched once the row is visible. */
export function ProgressCell({ row, isInView, canManage }: ProgressCellProps) {
  const { data, isError } = useQuery({ ...progressQuery(row), enabled: isInView })
  if (isError && !data) return null
  if (!data) {
    return (
      <div className={styles.progress} aria-busy="true">
        <Skeleton height={6} radius={3} />
        <Skeleton height={14} width="70%" />
      </div>
    )
  }
  const { total, submitted, draft, discarded } = data
  const left = leftOf(data)
  const isFeedback = row.kind === 'Feedback'
  const parts = [
    {
      label: t(isFeedback ? 'datasets.submitted' : 'datasets.validated'),
      count: submitted,
      color: '--status-submitted',
    },
    // Classic records have no drafts.
    ...(isFeedback ? [{ label: t('datasets.drafts'), count: draft, color: '--status-draft' }] : []),
    { label: t('datasets.discarded'), count: discarded, color: '--status-discarded' },
  ]
  return (
    <div className={styles.progress}>
      <StackedBar label={t('datasets.progressOf', { name: row.name })} parts={parts} total={total} />
      <span className={styles.left}>
        {total === 0 ? t('datasets.noRecords') : left === 0 ? t('datasets.done') : t('datasets.left', { left, total })}
        {canManage && isFeedback && total > 0 && <TeamShare row={row} isInView={isInView} />}
        {/* The counts of a classic dataset are those of the team. */}
        {canManage && !isFeedback && total > 0 && <TeamLink row={row} done={total - left} total={total} />}
      </span>
    </div>
  )
}

/** The progress of all users together, with a link to the details. */
function TeamShare({ row, isInView }: { row: DatasetRow; isInView: boolean }) {
  const { data } = useQuery({ ...teamQuery(row), enabled: isInView })
  return data ? <TeamLink row={row} done={data.completed} total={data.total} /> : null
}

function TeamLink({ row, done, total }: { row: DatasetRow; done: number; total: number }) {
  const share = formatShortPercent(done / Math.max(1, total))
  return (
    <Link to={row.progressTo} className={styles.team} aria-label={t('datasets.teamOf', { share, name: row.name })}>
      {t('datasets.teamShare', { share })}
    </Link>
  )
}
