import { useState } from 'react'
import { t } from '../../i18n/finding.ts'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { useCardDrag } from '../../ui/use-card-drag.ts'
import type { RecordSort } from '../query.ts'
import { SortKeyRow } from './SortKeyRow.tsx'
import styles from './SortPanel.module.css'
import { placeKey, SORT_KEYS_MAX, type SortKey, sortKeyId, toSort } from './sort-keys.ts'

interface SortPanelProps {
  sort: readonly RecordSort[]
  keys: readonly SortKey[]
  /** Records come by their similarity now. */
  isSimilarity: boolean
  /** Records are found by their words. */
  isTextSearch: boolean
  onChange: (sort: readonly RecordSort[]) => void
}

/** The keys of the order, the first counting most: add, replace, turn round, drag or move, remove. */
export function SortPanel({ sort, keys, isSimilarity, isTextSearch, onChange }: SortPanelProps) {
  const [news, setNews] = useState('')
  const used = new Set(sort.map(sortKeyId))
  const free = keys.filter((key) => !used.has(sortKeyId(key)))
  const titleOf = (one: RecordSort) => keys.find((key) => sortKeyId(key) === sortKeyId(one))?.title ?? one.name

  const replaceAt = (index: number, next: RecordSort) => onChange(sort.map((one, at) => (at === index ? next : one)))
  const place = (from: number, to: number) => {
    const one = sort[from]
    const next = placeKey(sort, from, to)
    if (!one || next === sort) return
    onChange(next)
    setNews(t('search.sort.moved', { name: titleOf(one), place: to + 1 }))
  }
  const indexOf = (id: string) => sort.findIndex((one) => sortKeyId(one) === id)
  const { drag, handlersFor } = useCardDrag((id, slot) => place(indexOf(id), Number(slot)))
  const dragged = drag ? indexOf(drag.card) : -1

  return (
    <div className={styles.panel}>
      <h3 className={styles.title}>{t('search.sort.keys')}</h3>
      {isSimilarity && <p className={styles.note}>{t('search.sort.similarity')}</p>}
      {sort.length === 0 && !isSimilarity && (
        <p className={styles.note}>{t(isTextSearch ? 'search.sort.matches' : 'search.sort.none')}</p>
      )}
      <ol className={styles.keys}>
        {sort.map((one, index) => (
          <SortKeyRow
            key={sortKeyId(one)}
            one={one}
            index={index}
            count={sort.length}
            name={titleOf(one)}
            free={free}
            draggedBy={index === dragged ? drag?.dy : undefined}
            dropSide={drag?.over !== String(index) ? undefined : index < dragged ? 'before' : 'after'}
            grip={handlersFor(sortKeyId(one))}
            onReplace={(next) => replaceAt(index, next)}
            onMove={(by) => place(index, index + by)}
            onRemove={() => onChange(sort.filter((_, at) => at !== index))}
          />
        ))}
      </ol>
      {free.length > 0 && sort.length < SORT_KEYS_MAX && (
        <Select
          size="small"
          aria-label={t('search.sort.addLabel')}
          placeholder={t('search.sort.add')}
          choices={free.map((key) => ({ value: sortKeyId(key), label: key.title }))}
          value={null}
          onChange={(chosen) => {
            const key = free.find((candidate) => sortKeyId(candidate) === chosen)
            if (key) onChange([...sort, toSort(key)])
          }}
        />
      )}
      {sort.length > 0 && (
        <Button variant="quiet" size="small" className={styles.clear} onPress={() => onChange([])}>
          {t('search.sort.clear')}
        </Button>
      )}
      <p className="visuallyHidden" role="status">
        {news}
      </p>
    </div>
  )
}
