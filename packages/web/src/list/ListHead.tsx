import { FoldVertical, UnfoldVertical, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../i18n/areas/bulk.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { Select } from '../ui/controls/Select.tsx'
import { TriStateBox } from '../ui/controls/TriStateBox.tsx'
import { ListPager } from './ListPager.tsx'
import styles from './list.module.css'
import type { PageAt } from './paging.ts'
import { chosenElsewhere, NO_SELECTION, pageState, type Selection, togglePage } from './selection.ts'

interface ListHeadProps {
  at: PageAt
  total: number | undefined
  /** Page sizes on offer. */
  sizes: readonly number[]
  /** The most records that can be selected at once. */
  max: number
  /** How much of the page is selected. */
  ids: readonly string[]
  selection: Selection
  isWhole: boolean
  isBusy: boolean
  /** More buttons. */
  extra?: ReactNode
  onSelect: (selection: Selection) => void
  onTurn: (page: number) => void
  onSize: (size: number) => void
  onWhole: (isWhole: boolean) => void
}

/** The head of a list: the selection, the shown range, the other pages. It keeps its height: the cards below must not move while they are selected. */
export function ListHead(props: ListHeadProps) {
  const { at, total, sizes, ids, selection, isWhole, isBusy, extra, onSelect, onTurn, onSize, onWhole } = props
  const state = selection.isAll ? 'all' : pageState(selection, ids)
  const count = selection.isAll ? (total ?? 0) : selection.ids.size
  return (
    <>
      <header className={styles.head}>
        <TriStateBox
          className={styles.choose}
          label={t('bulk.selectPage')}
          state={state}
          isDisabled={ids.length === 0 || isBusy}
          onToggle={() => onSelect(selection.isAll ? NO_SELECTION : togglePage(selection, ids))}
        />
        <p className={styles.count} role="status">
          {selection.isAll ? t('bulk.allSelected', { count }) : t('bulk.selected', { count })}
        </p>
        <span className={styles.clear}>
          {count > 0 && (
            <IconButton
              icon={X}
              label={t('bulk.clearSelection')}
              size="small"
              isDisabled={isBusy}
              onPress={() => onSelect(NO_SELECTION)}
            />
          )}
        </span>
        <span className={styles.grow} />
        <span className={styles.extra}>{extra}</span>
        <IconButton
          icon={isWhole ? FoldVertical : UnfoldVertical}
          label={t(isWhole ? 'bulk.collapse' : 'bulk.expand')}
          size="small"
          isActive={isWhole}
          onPress={() => onWhole(!isWhole)}
        />
        <Select
          size="small"
          className={styles.size}
          aria-label={t('bulk.pageSize')}
          choices={sizes.map((size) => ({
            value: String(size),
            label: t('bulk.pageSizeWords', { count: size }),
          }))}
          value={String(at.size)}
          onChange={(size) => onSize(Number(size))}
        />
        <ListPager at={at} total={total} onTurn={onTurn} />
      </header>
      <More {...props} state={state} />
    </>
  )
}

// Shown below the list, where it moves no card, and read before it: records selected on other pages, and the offer to select all that match.
function More(props: ListHeadProps & { state: string }) {
  const { selection, ids, isBusy, onSelect } = props
  const elsewhere = selection.isAll ? 0 : chosenElsewhere(selection, ids)
  return (
    <div className={styles.more}>
      {elsewhere > 0 && (
        <p className="note" role="status">
          {t('bulk.elsewhere', { count: elsewhere })}
        </p>
      )}
      <Offer {...props} />
      {selection.isAll && (
        <Button
          variant="quiet"
          size="small"
          isDisabled={isBusy}
          onPress={() => onSelect({ ...selection, isAll: false })}
        >
          {t('bulk.selectedOnly', { count: selection.ids.size })}
        </Button>
      )}
    </div>
  )
}

function Offer({ state, selection, total, max, ids, isBusy, onSelect }: ListHeadProps & { state: string }) {
  if (selection.isAll || state !== 'all' || total === undefined || total <= ids.length) return null
  if (total > max) return <p className="note">{t('bulk.tooMany', { max })}</p>
  return (
    <Button size="small" isDisabled={isBusy} onPress={() => onSelect({ ...selection, isAll: true })}>
      {t('bulk.selectAll', { count: total })}
    </Button>
  )
}
