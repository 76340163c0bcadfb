import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { t } from '../../../i18n/areas/datasets.ts'
import { useCommand } from '../../../keyboard/use-command.ts'
import { Skeleton } from '../../../ui/display/Skeleton.tsx'
import { Cell, HeaderCell, Row, SortableHeaderCell, Table } from '../../../ui/display/Table.tsx'
import type { DatasetRow } from '../dataset-row.ts'
import type { ListState, SortKey } from '../list-state.ts'
import styles from './DatasetTable.module.css'
import { DatasetTableRow } from './DatasetTableRow.tsx'
import { MoreRows, STEP } from './MoreRows.tsx'

interface DatasetTableProps {
  rows: readonly DatasetRow[]
  isLoading: boolean
  state: Pick<ListState, 'sort' | 'isAscending'>
  isCompact: boolean
  canManage: boolean
  onSort: (key: SortKey) => void
  onRename: (row: DatasetRow) => void
  onDelete: (row: DatasetRow) => void
  /** Shown under the head when there are no rows. */
  empty: ReactNode
  bodyRef: RefObject<HTMLTableSectionElement | null>
}

/** Both families of dataset in one table. */
export function DatasetTable(props: DatasetTableProps) {
  const { rows, isLoading, isCompact, canManage, onRename, onDelete, empty, bodyRef } = props
  const [limit, setLimit] = useState(STEP)
  return (
    <Table
      label={t('datasets.title')}
      className={styles.table}
      data-compact={isCompact || undefined}
      aria-busy={isLoading}
    >
      {/* Not a cell over all columns: their number depends on the viewport. */}
      {!isLoading && rows.length === 0 && <caption className={styles.empty}>{empty}</caption>}
      <Head {...props} />
      <tbody ref={bodyRef}>
        {isLoading && <SkeletonRows />}
        {rows.slice(0, limit).map((row) => (
          <DatasetTableRow key={row.key} row={row} canManage={canManage} onRename={onRename} onDelete={onDelete} />
        ))}
        {rows.length > limit && <MoreRows key={limit} onSeen={() => setLimit(limit + STEP)} />}
      </tbody>
    </Table>
  )
}

function Head({ state, onSort }: Pick<DatasetTableProps, 'state' | 'onSort'>) {
  const sortable = (key: SortKey, words: string) => (
    <SortableHeaderCell
      direction={state.sort === key ? (state.isAscending ? 'ascending' : 'descending') : undefined}
      onSort={() => onSort(key)}
    >
      {words}
    </SortableHeaderCell>
  )
  return (
    <thead>
      <tr>
        {sortable('name', t('datasets.name'))}
        {sortable('workspace', t('datasets.workspace'))}
        {sortable('kind', t('datasets.kind'))}
        {sortable('left', t('datasets.progress'))}
        {sortable('created', t('datasets.created'))}
        {sortable('updated', t('datasets.updated'))}
        <HeaderCell>
          <span className="visuallyHidden">{t('datasets.actionsColumn')}</span>
        </HeaderCell>
      </tr>
    </thead>
  )
}

const WIDTHS = ['46%', '62%', '38%', '54%']

/** Placeholder rows until the datasets are loaded. */
function SkeletonRows() {
  return WIDTHS.map((width) => (
    <Row key={width} className={styles.row} aria-hidden="true">
      <Cell>
        <Skeleton width={width} height={18} />
      </Cell>
      <Cell className={styles.workspace}>
        <Skeleton width="60%" />
      </Cell>
      <Cell className={styles.kind}>
        <Skeleton width="70%" />
      </Cell>
      <Cell className={styles.progressCell}>
        <div className={styles.progress}>
          <Skeleton height={6} radius={3} />
          <Skeleton height={14} width="70%" />
        </div>
      </Cell>
      <Cell className={styles.created}>
        <Skeleton width="60%" />
      </Cell>
      <Cell className={styles.updated}>
        <Skeleton width="60%" />
      </Cell>
      <Cell className={styles.actionsCell} />
    </Row>
  ))
}

/**
 * Arrow keys move between datasets, `.` opens the actions of the focused one; Enter opens the dataset, since the name is a
 * link.
 *
 * @returns a ref for the table body, and a function that focuses the first row
 */
export function useRowKeys(): { bodyRef: RefObject<HTMLTableSectionElement | null>; enter: () => void } {
  const bodyRef = useRef<HTMLTableSectionElement>(null)
  const links = () => [...(bodyRef.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
  const indexNow = () => links().findIndex((link) => link.closest('tr')?.contains(document.activeElement))
  const goTo = (index: number) => {
    const link = links()[index]
    link?.focus()
    link?.scrollIntoView({ block: 'nearest' })
  }
  useCommand('datasets.next', { run: () => goTo(indexNow() + 1) })
  useCommand('datasets.previous', { run: () => goTo(Math.max(0, indexNow() - 1)) })
  useCommand('datasets.actions', {
    run: () => pressEnter(links()[indexNow()]?.closest('tr')?.querySelector<HTMLElement>('[aria-haspopup]')),
  })
  return { bodyRef, enter: () => goTo(0) }
}

/** Open the menu by keyboard, so that it takes the focus, which a click() would not do. */
function pressEnter(button: HTMLElement | null | undefined): void {
  button?.focus()
  for (const type of ['keydown', 'keyup']) {
    button?.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true, cancelable: true }))
  }
}
