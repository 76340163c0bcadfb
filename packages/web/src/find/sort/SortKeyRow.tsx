import { ArrowDown, ArrowDownWideNarrow, ArrowUp, ArrowUpNarrowWide, GripVertical, X } from 'lucide-react'
import type { HTMLAttributes } from 'react'
import { t } from '../../i18n/finding.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Select } from '../../ui/Select.tsx'
import styles from './SortKeys.module.css'
import type { SortItem, SortKey } from './sort-keys.ts'

interface SortKeyRowProps {
  item: SortItem
  /** Its place in the order, from 0, and how many there are. */
  index: number
  count: number
  name: string
  /** Keys that could stand in its place. */
  free: readonly SortKey[]
  /** How far it is dragged, in px down. */
  draggedBy: number | undefined
  /** Where the dragged row would come: over this one, or under it. */
  dropSide: 'before' | 'after' | undefined
  grip: HTMLAttributes<HTMLElement>
  onReplace: (next: SortItem) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

/** One key of the order: a grip to drag it by, what it is, which way round, buttons that move it, a cross. */
export function SortKeyRow(props: SortKeyRowProps) {
  const { item, index, count, name, free, draggedBy, dropSide, grip, onReplace, onMove, onRemove } = props
  const choices = [{ id: item.id, title: name }, ...free]
  return (
    <li
      className={styles.key}
      data-slot={index}
      data-dragging={draggedBy === undefined ? undefined : true}
      data-drop={dropSide}
      style={draggedBy === undefined ? undefined : { transform: `translateY(${draggedBy}px)` }}
    >
      {/* The buttons beside it do the same for the keyboard. */}
      <span
        className={styles.grip}
        data-grip
        aria-hidden="true"
        title={t('search.sort.drag')}
        {...grip}
        onPointerDown={(event) => {
          grip.onPointerDown?.(event)
          // A quick hand is off the small grip before it has moved once.
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
      >
        <Icon icon={GripVertical} size={14} />
      </span>
      <Select
        size="small"
        className={styles.choice}
        aria-label={t('search.sort.key', { place: index + 1 })}
        choices={choices.map(({ id, title }) => ({ value: id, label: title }))}
        value={item.id}
        onChange={(chosen) => {
          const key = free.find(({ id }) => id === chosen)
          if (key) onReplace({ id: key.id, order: key.order })
        }}
      />
      <IconButton
        icon={item.order === 'asc' ? ArrowUpNarrowWide : ArrowDownWideNarrow}
        label={t('search.sort.turn', { name, order: t(`search.sort.${item.order}`) })}
        size="small"
        onPress={() => onReplace({ ...item, order: item.order === 'asc' ? 'desc' : 'asc' })}
      />
      <IconButton
        icon={ArrowUp}
        label={t('search.sort.up', { name })}
        size="tiny"
        isDisabled={index === 0}
        onPress={() => onMove(-1)}
      />
      <IconButton
        icon={ArrowDown}
        label={t('search.sort.down', { name })}
        size="tiny"
        isDisabled={index === count - 1}
        onPress={() => onMove(1)}
      />
      <IconButton icon={X} label={t('search.sort.remove', { name })} size="tiny" onPress={onRemove} />
    </li>
  )
}
