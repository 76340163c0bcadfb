import { findLabels } from '@postil/domain/labels/find-labels'
import { type KeyboardEvent, useRef } from 'react'
import { t } from '../../i18n/areas/finding.ts'
import { FindField } from '../../ui/controls/FindField.tsx'
import styles from './filters.module.css'
import type { ListedValue } from './list-values.ts'
import { ValueList } from './ValueList.tsx'

/** With at least this many values there is a search box. */
const FIND_FROM = 9

interface ChooseValuesProps {
  name: string
  values: readonly ListedValue[]
  wanted: readonly string[]
  /** More values exist than are listed. */
  isPart: boolean
  hasMore: boolean
  query: string
  onQuery: (query: string) => void
  onToggle: (value: string) => void
}

/** Checkboxes for values, each with its number of records, and a search box: Enter toggles the best match. */
export function ChooseValues({ name, values, wanted, isPart, hasMore, query, onQuery, onToggle }: ChooseValuesProps) {
  const list = useRef<HTMLDivElement>(null)
  const shown = findLabels(values, query)
  const handleFindKey = (event: KeyboardEvent) => {
    // The user is looking for a value to add: Enter prefers one that is not selected yet, and deselects only if no other matches.
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
