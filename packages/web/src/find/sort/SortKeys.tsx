import { ArrowDown, ArrowDownWideNarrow, ArrowUp, ArrowUpNarrowWide, GripVertical, X } from 'lucide-react'
import { type HTMLAttributes, useState } from 'react'
import { t } from '../../i18n/areas/finding.ts'
import { useCardDrag } from '../../ui/browser/use-card-drag.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { Icon } from '../../ui/display/Icon.tsx'
import styles from './SortKeys.module.css'
import { placeKey, type SortItem, type SortKey } from './sort-keys.ts'

interface SortKeysProps {
  sort: readonly SortItem[]
  keys: readonly SortKey[]
  /** The largest number of keys. */
  max: number
  onChange: (sort: readonly SortItem[]) => void
}

/** The sort keys, most significant first: add, replace, reverse, drag or move, remove. */
export function SortKeys({ sort, keys, max, onChange }: SortKeysProps) {
  const [news, setNews] = useState('')
  const free = keys.filter((key) => sort.every(({ id }) => id !== key.id))
  const titleOf = (item: SortItem) => keys.find(({ id }) => id === item.id)?.title ?? item.id
  const place = (from: number, to: number) => {
    const item = sort[from]
    const next = placeKey(sort, from, to)
    if (!item || next === sort) return
    onChange(next)
    setNews(t('search.sort.moved', { name: titleOf(item), place: to + 1 }))
  }
  const indexOf = (id: string) => sort.findIndex((item) => item.id === id)
  const { drag, handlersFor } = useCardDrag((id, slot) => place(indexOf(id), Number(slot)))
  const dragged = drag ? indexOf(drag.card) : -1
  return (
    <>
      <ol className={styles.keys}>
        {sort.map((item, index) => (
          <SortKeyRow
            key={item.id}
            item={item}
            index={index}
            count={sort.length}
            name={titleOf(item)}
            free={free}
            draggedBy={index === dragged ? drag?.dy : undefined}
            dropSide={drag?.over !== String(index) ? undefined : index < dragged ? 'before' : 'after'}
            grip={handlersFor(item.id)}
            onReplace={(next) => onChange(sort.with(index, next))}
            onMove={(by) => place(index, index + by)}
            onRemove={() => onChange(sort.toSpliced(index, 1))}
          />
        ))}
      </ol>
      {free.length > 0 && sort.length < max && (
        <Select
          size="small"
          aria-label={t('search.sort.addLabel')}
          placeholder={t('search.sort.add')}
          choices={free.map(({ id, title }) => ({ value: id, label: title }))}
          value={null}
          onChange={(chosen) => {
            const key = free.find(({ id }) => id === chosen)
            if (key) onChange([...sort, { id: key.id, order: key.order }])
          }}
        />
      )}
      <p className="visuallyHidden" role="status">
        {news}
      </p>
    </>
  )
}

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
function SortKeyRow(props: SortKeyRowProps) {
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
