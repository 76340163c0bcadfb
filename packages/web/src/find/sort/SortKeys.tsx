import { useState } from 'react'
import { t } from '../../i18n/areas/finding.ts'
import { useCardDrag } from '../../ui/browser/use-card-drag.ts'
import { Select } from '../../ui/controls/Select.tsx'
import { SortKeyRow } from './SortKeyRow.tsx'
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
