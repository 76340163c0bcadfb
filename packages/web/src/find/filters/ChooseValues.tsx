import { findLabels } from '@postil/domain/labels/find-labels'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../i18n/areas/finding.ts'
import { formatNumber } from '../../i18n/index.ts'
import { classNames } from '../../ui/browser/class-names.ts'
import { FindField } from '../../ui/controls/FindField.tsx'
import { breakable } from '../../ui/display/breakable.tsx'
import type { ListedValue } from './list-values.ts'
import styles from './values.module.css'

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
      {hasMore && <p className="note">{t('search.moreValues', { count: values.length })}</p>}
    </>
  )
}

/** Lists of at least this many values are virtualised: only visible rows are rendered. */
const LONG_FROM = 120
const ROW_PX = 32

interface ValueListProps {
  list: RefObject<HTMLDivElement | null>
  name: string
  values: readonly ListedValue[]
  wanted: readonly string[]
  onToggle: (value: string) => void
}

/** Values with checkboxes. Arrow keys move between them; Enter toggles like Space. */
function ValueList({ list, name, values, wanted, onToggle }: ValueListProps) {
  const isLong = values.length >= LONG_FROM
  const [first, last] = useWindow(list, values.length, ROW_PX)
  // The focused row stays rendered, however far away it is scrolled.
  const [focused, setFocused] = useState<string>()
  const indexes = isLong ? inWindow(values, first, last, focused) : [...values.keys()]
  const isWanted = new Set(wanted)

  const handleKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 && event.key !== 'Enter') return
    event.preventDefault()
    const boxes = [...(list.current?.querySelectorAll<HTMLInputElement>('input') ?? [])]
    const at = boxes.findIndex((box) => box.matches(':focus'))
    if (step === 0) boxes[at]?.click()
    else boxes[Math.min(Math.max(at + step, 0), boxes.length - 1)]?.focus()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset loses its scroll position when its rows are re-rendered
    <div
      role="group"
      className={classNames(styles.values, isLong && styles.long)}
      ref={list}
      aria-label={t('search.values', { name })}
      onKeyDown={handleKey}
    >
      {isLong && <div style={{ height: values.length * ROW_PX }} />}
      {indexes.flatMap((index) => {
        const one = values[index]
        if (!one) return []
        const { value, text, count } = one
        return (
          <label
            key={value}
            className={styles.value}
            title={isLong ? text : undefined}
            style={isLong ? { top: index * ROW_PX } : undefined}
          >
            <input
              type="checkbox"
              checked={isWanted.has(value)}
              aria-label={count === undefined ? text : t('search.valueCount', { value: text, count })}
              onFocus={() => setFocused(value)}
              onBlur={() => setFocused(undefined)}
              onChange={() => onToggle(value)}
            />
            <span className={styles.valueText}>{text === '' ? '“”' : isLong ? text : breakable(text)}</span>
            <span className={styles.count} aria-hidden="true">
              {count === undefined ? '' : formatNumber(count)}
            </span>
          </label>
        )
      })}
      {values.length === 0 && <p className={styles.none}>{t('ui.noMatches')}</p>}
    </div>
  )
}

function inWindow(values: readonly ListedValue[], first: number, last: number, focused: string | undefined): number[] {
  const indexes = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const at = focused === undefined ? -1 : values.findIndex(({ value }) => value === focused)
  if (at < 0 || (at >= first && at <= last)) return indexes
  return at < first ? [at, ...indexes] : [...indexes, at]
}

/** Rows rendered beyond the visible ones, so that the arrow keys always find the next one. */
const BEYOND = 8
/** Assumed height of the list before it is laid out. */
const USUAL_PX = 240

/** Which rows of a long list to render, as first and last index: the visible ones and a few around them. */
function useWindow(scroller: RefObject<HTMLElement | null>, count: number, rowPx: number): [number, number] {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const read = () => setTop(Math.floor(element.scrollTop / rowPx))
    read()
    element.addEventListener('scroll', read, { passive: true })
    return () => element.removeEventListener('scroll', read)
  }, [scroller, rowPx])
  const inSight = Math.ceil((scroller.current?.clientHeight || USUAL_PX) / rowPx)
  const first = Math.max(0, Math.min(top, count - inSight) - BEYOND)
  return [first, Math.min(count - 1, top + inSight + BEYOND)]
}
