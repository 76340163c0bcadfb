import { memo, useRef } from 'react'
import { Link } from 'react-router'
import { t } from '../../../i18n/areas/datasets.ts'
import { formatDateTime, formatRelative } from '../../../i18n/index.ts'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { CopyButton } from '../../../ui/controls/CopyButton.tsx'
import { middleTruncate } from '../../../ui/display/middle-truncate.ts'
import { Cell, Row } from '../../../ui/display/Table.tsx'
import type { DatasetRow, Tag } from '../dataset-row.ts'
import { KIND_COLORS, KIND_WORDS } from '../kinds.ts'
import styles from './DatasetTable.module.css'
import { ProgressCell } from './ProgressCell.tsx'
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
      <Cell className={styles.nameCell}>
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
      <Cell className={styles.workspace}>{row.workspace}</Cell>
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
