import { ArrowDown, ArrowDownWideNarrow, ArrowUp, ArrowUpNarrowWide, GripVertical, X } from 'lucide-react'
import type { HTMLAttributes } from 'react'
import { t } from '../../i18n/areas/finding.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { Icon } from '../../ui/display/Icon.tsx'
import styles from './SortKeys.module.css'
import type { SortItem, SortKey } from './sort-keys.ts'

interface SortKeyRowProps {
  item: SortItem
  /** Index in the order, from 0, and the number of keys. */
  index: number
  count: number
  name: string
  /** Keys that could replace it. */
  free: readonly SortKey[]
  /** How far it is dragged, in px down. */
  draggedBy: number | undefined
  /** Where the dragged row would be dropped: above this one or below it. */
  dropSide: 'before' | 'after' | undefined
  grip: HTMLAttributes<HTMLElement>
  onReplace: (next: SortItem) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

/** One sort key: a drag handle, the key, its direction, buttons that move it, a remove button. */
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
      {/* For the keyboard, the buttons beside it do the same. */}
      <span
        className={styles.grip}
        data-grip
        aria-hidden="true"
        title={t('search.sort.drag')}
        {...grip}
        onPointerDown={(event) => {
          grip.onPointerDown?.(event)
          // A quick drag leaves the small handle before the first move event.
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
