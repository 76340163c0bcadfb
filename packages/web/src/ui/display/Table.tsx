import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ComponentProps, type ReactNode, useCallback, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { classNames } from '../browser/class-names.ts'
import { Icon } from './Icon.tsx'
import styles from './Table.module.css'

interface TableProps extends ComponentProps<'table'> {
  /** Accessible name. */
  label: string
}

/** A table; use the rows, header cells and cells below. One that is wider than its place takes the focus, so that keys scroll it. */
export function Table({ label, className, ...rest }: TableProps) {
  const [isScrolled, setScrolled] = useState(false)
  const watch = useCallback((sheet: HTMLElement | null) => {
    if (!sheet || !('ResizeObserver' in window)) return
    const observer = new ResizeObserver(() => setScrolled(sheet.scrollWidth > sheet.clientWidth))
    for (const element of [sheet, ...sheet.children]) observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const scrolled = isScrolled ? { role: 'group', tabIndex: 0, 'aria-label': label } : {}
  return (
    <div ref={watch} className={styles.sheet} {...scrolled}>
      <table {...rest} aria-label={label} className={classNames(styles.table, className)} />
    </div>
  )
}

interface HeaderCellProps {
  children: ReactNode
  /** Any CSS width. */
  width?: string
  align?: 'start' | 'end'
}

/** The head of a column. */
export function HeaderCell({ children, width, align = 'start' }: HeaderCellProps) {
  return (
    <th scope="col" className={styles.head} style={{ width, textAlign: align }}>
      {children}
    </th>
  )
}

interface SortableHeaderCellProps extends Omit<HeaderCellProps, 'children'> {
  children: string
  /** Undefined when the table is sorted by another column. */
  direction?: 'ascending' | 'descending'
  onSort: () => void
}

/** The head of a column that sorts the table when pressed. */
export function SortableHeaderCell({ children, direction, onSort, width, align = 'start' }: SortableHeaderCellProps) {
  return (
    <th scope="col" className={styles.head} style={{ width, textAlign: align }} aria-sort={direction ?? 'none'}>
      <button
        type="button"
        className={styles.sort}
        onClick={onSort}
        title={t('ui.sortBy', { column: children })}
        data-sorted={direction !== undefined || undefined}
      >
        {children}
        {direction && <Icon icon={direction === 'ascending' ? ArrowUp : ArrowDown} size={14} />}
      </button>
    </th>
  )
}

/** One row; `data-active` marks the one with the keyboard focus. */
export function Row({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr {...rest} className={classNames(styles.row, className)} />
}

interface CellProps extends ComponentProps<'td'> {
  /** For columns of numbers: tabular figures, aligned at the end. */
  isNumber?: boolean
}

/** One cell. */
export function Cell({ isNumber, className, ...rest }: CellProps) {
  return <td {...rest} className={classNames(styles.cell, isNumber && styles.number, className)} />
}
