import { ArrowDown, ArrowDownWideNarrow, ArrowUp, ArrowUpNarrowWide, X } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Select } from '../../../ui/Select.tsx'
import type { RecordSort } from '../annotation/queue/record-query.ts'
import styles from './SortPanel.module.css'
import { moveKey, SORT_KEYS_MAX, type SortKey, sortKeyId } from './sort-keys.ts'

interface SortPanelProps {
  sort: readonly RecordSort[]
  keys: readonly SortKey[]
  /** Records come by their similarity now. */
  isSimilarity: boolean
  /** Records are found by their words. */
  isTextSearch: boolean
  onChange: (sort: readonly RecordSort[]) => void
}

/** The keys of the order, the first counting most: add, replace, turn round, move, remove. */
export function SortPanel({ sort, keys, isSimilarity, isTextSearch, onChange }: SortPanelProps) {
  const [news, setNews] = useState('')
  const used = new Set(sort.map(sortKeyId))
  const free = keys.filter((key) => !used.has(sortKeyId(key)))
  const titleOf = (one: RecordSort) => keys.find((key) => sortKeyId(key) === sortKeyId(one))?.title ?? one.name

  const replaceAt = (index: number, next: RecordSort) =>
    onChange(sort.map((one, place) => (place === index ? next : one)))
  const move = (index: number, by: 1 | -1) => {
    const one = sort[index]
    onChange(moveKey(sort, index, by))
    if (one) setNews(t('search.sort.moved', { name: titleOf(one), place: index + by + 1 }))
  }

  return (
    <div className={styles.panel}>
      <h3 className={styles.title}>{t('search.sort.keys')}</h3>
      {isSimilarity && <p className={styles.note}>{t('search.sort.similarity')}</p>}
      {sort.length === 0 && !isSimilarity && (
        <p className={styles.note}>{t(isTextSearch ? 'search.sort.matches' : 'search.sort.none')}</p>
      )}
      <ol className={styles.keys}>
        {sort.map((one, index) => {
          const id = sortKeyId(one)
          const name = titleOf(one)
          return (
            <li key={id} className={styles.key}>
              <Select
                size="small"
                className={styles.choice}
                aria-label={t('search.sort.key', { place: index + 1 })}
                choices={[{ id, title: name }, ...free.map((key) => ({ id: sortKeyId(key), title: key.title }))].map(
                  (key) => ({ value: key.id, label: key.title }),
                )}
                value={id}
                onChange={(chosen) => {
                  const key = free.find((candidate) => sortKeyId(candidate) === chosen)
                  if (key) replaceAt(index, toSort(key))
                }}
              />
              <IconButton
                icon={one.order === 'asc' ? ArrowUpNarrowWide : ArrowDownWideNarrow}
                label={t('search.sort.turn', { name, order: t(`search.sort.${one.order}`) })}
                size="small"
                onPress={() => replaceAt(index, { ...one, order: one.order === 'asc' ? 'desc' : 'asc' })}
              />
              <IconButton
                icon={ArrowUp}
                label={t('search.sort.up', { name })}
                size="tiny"
                isDisabled={index === 0}
                onPress={() => move(index, -1)}
              />
              <IconButton
                icon={ArrowDown}
                label={t('search.sort.down', { name })}
                size="tiny"
                isDisabled={index === sort.length - 1}
                onPress={() => move(index, 1)}
              />
              <IconButton
                icon={X}
                label={t('search.sort.remove', { name })}
                size="tiny"
                onPress={() => onChange(sort.filter((_, place) => place !== index))}
              />
            </li>
          )
        })}
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

function toSort({ scope, name, property, order }: SortKey): RecordSort {
  return { scope, name, property, order }
}
