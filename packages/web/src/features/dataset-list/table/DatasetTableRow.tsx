import { useQuery } from '@tanstack/react-query'
import { memo, useRef } from 'react'
import { Link } from 'react-router'
import { t } from '../../../i18n/areas/datasets.ts'
import { formatDateTime, formatRelative, formatShortPercent } from '../../../i18n/index.ts'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { CopyButton } from '../../../ui/controls/CopyButton.tsx'
import { middleTruncate } from '../../../ui/display/middle-truncate.ts'
import { Skeleton } from '../../../ui/display/Skeleton.tsx'
import { StackedBar } from '../../../ui/display/StackedBar.tsx'
import { Cell, Row } from '../../../ui/display/Table.tsx'
import type { DatasetRow, Tag } from '../dataset-row.ts'
import { KIND_COLORS, KIND_WORDS } from '../kinds.ts'
import styles from './DatasetTable.module.css'
import { leftOf, progressQuery, teamQuery } from './progress.ts'
import { RowActions } from './RowActions.tsx'
import { useInView } from './use-in-view.ts'

const MAX_NAME_CHARS = 80
/** Tags shown in the row; the rest is a number with the names on hover. */
const MAX_TAGS = 3

interface DatasetTableRowProps {
  row: DatasetRow
  canManage: boolean
  onRename: (row: DatasetRow) => void
  onDelete: (row: DatasetRow) => void
}

/** One dataset; its name is the link. Memoised: re-rendered only when its own props change. */
export const DatasetTableRow = memo(function DatasetTableRow({
  row,
  canManage,
  onRename,
  onDelete,
}: DatasetTableRowProps) {
  const line = useRef<HTMLTableRowElement>(null)
  const isInView = useInView(line)
  const name = middleTruncate(row.name, MAX_NAME_CHARS)
  return (
    <Row ref={line} className={styles.row}>
      <Cell>
        <span className={styles.nameLine}>
          <Link to={row.to} className={styles.name} title={name === row.name ? undefined : row.name} data-row-link>
            {name}
          </Link>
          {row.isDraft && <Chip tone="ochre">{t('datasets.draft')}</Chip>}
          <CopyButton text={row.name} label={t('datasets.copyNameOf', { name: row.name })} className={styles.copy} />
        </span>
        <span className={styles.below}>
          {row.workspace} · {KIND_WORDS[row.kind]} · {formatRelative(row.updated)}
        </span>
        {row.tags.length > 0 && <Tags tags={row.tags} />}
      </Cell>
      <Cell className={styles.workspace}>
        <span className={styles.workspaceName} title={row.workspace}>
          {row.workspace}
        </span>
      </Cell>
      <Cell className={styles.kind}>
        <span className={styles.kindWords}>
          <i className={styles.square} style={{ background: `var(${KIND_COLORS[row.kind]})` }} />
          {KIND_WORDS[row.kind]}
        </span>
      </Cell>
      <Cell className={styles.progressCell}>
        <ProgressCell row={row} isInView={isInView} canManage={canManage} />
      </Cell>
      <Cell className={styles.created}>
        <Moment moment={row.created} />
      </Cell>
      <Cell className={styles.updated}>
        <Moment moment={row.updated} />
      </Cell>
      <Cell className={styles.actionsCell}>
        <RowActions row={row} canManage={canManage} onRename={() => onRename(row)} onDelete={() => onDelete(row)} />
      </Cell>
    </Row>
  )
})

function Moment({ moment }: { moment: Date }) {
  return (
    <time dateTime={moment.toISOString()} title={formatDateTime(moment)}>
      {formatRelative(moment)}
    </time>
  )
}

function Tags({ tags }: { tags: readonly Tag[] }) {
  const texts = tags.map(({ key, value }) => `${key}: ${value}`)
  const rest = texts.slice(MAX_TAGS)
  return (
    <ul className={styles.tags} aria-label={t('datasets.tags')}>
      {texts.slice(0, MAX_TAGS).map((text) => (
        <li key={text} title={text}>
          {text}
        </li>
      ))}
      {rest.length > 0 && <li title={rest.join('\n')}>{t('datasets.moreTags', { count: rest.length })}</li>}
    </ul>
  )
}

interface ProgressCellProps {
  row: DatasetRow
  isInView: boolean
  canManage: boolean
}

/** Progress of a dataset: a thin bar and the number of remaining records. Fetched once the row is visible. */
function ProgressCell({ row, isInView, canManage }: ProgressCellProps) {
  const { data, isError } = useQuery({ ...progressQuery(row), enabled: isInView })
  if (isError && !data) return null
  if (!data) {
    return (
      <div className={styles.progress} aria-busy="true">
        <Skeleton height={6} radius={3} />
        <Skeleton height={16} width="70%" />
      </div>
    )
  }
  const { total, submitted, draft, discarded } = data
  const left = leftOf(data)
  /** Not for somebody who has answered nothing: then the records are assigned to others. */
  const isDone = left === 0 && submitted + discarded > 0
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
        {total === 0 ? t('datasets.noRecords') : isDone ? t('datasets.done') : t('datasets.left', { left, total })}
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
