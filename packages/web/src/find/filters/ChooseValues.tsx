import { findLabels } from '@postil/domain/labels/find-labels'
import { type KeyboardEvent, useRef } from 'react'
import { t } from '../../i18n/finding.ts'
import { FindField } from '../../ui/FindField.tsx'
import styles from './filters.module.css'
import type { ListedValue } from './list-values.ts'
import { ValueList } from './ValueList.tsx'

/** From so many values on there is a box to find one. */
const FIND_FROM = 9

interface ChooseValuesProps {
  name: string
  values: readonly ListedValue[]
  wanted: readonly string[]
  /** There are more values than are listed. */
  isPart: boolean
  hasMore: boolean
  query: string
  onQuery: (query: string) => void
  onToggle: (value: string) => void
}

/** Values to tick, each with its number of records, and a box to find one: Enter ticks the best match. */
export function ChooseValues({ name, values, wanted, isPart, hasMore, query, onQuery, onToggle }: ChooseValuesProps) {
  const list = useRef<HTMLDivElement>(null)
  const shown = findLabels(values, query)
  const handleFindKey = (event: KeyboardEvent) => {
    // Typing looks for another value; only when there is none else does Enter take one back.
    const best = shown.find(({ value }) => !wanted.includes(value)) ?? shown[0]
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      list.current?.querySelector('input')?.focus()
    } else if (event.key === 'Enter' && query.trim() !== '' && best) {
      event.preventDefault()
      onToggle(best.value)
      onQuery('')
    } else if (event.key === 'Escape' && query !== '') {
      event.stopPropagation()
      onQuery('')
    }
  }
  return (
    <>
      {values.length >= FIND_FROM && (
        <FindField
          label={t('search.findValue', { name })}
          placeholder={isPart ? t('search.findValueMany') : t('search.findValuePlaceholder', { count: values.length })}
          value={query}
          onChange={onQuery}
          onKeyDown={handleFindKey}
        />
      )}
      <ValueList list={list} name={name} values={shown} wanted={wanted} onToggle={onToggle} />
      {hasMore && <p className={styles.note}>{t('search.moreValues', { count: values.length })}</p>}
    </>
  )
}
