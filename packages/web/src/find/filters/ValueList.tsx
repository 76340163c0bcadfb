import { type KeyboardEvent, type RefObject, useState } from 'react'
import { t } from '../../i18n/finding.ts'
import { formatNumber } from '../../i18n/index.ts'
import { breakable } from '../../ui/breakable.tsx'
import { classNames } from '../../ui/class-names.ts'
import { useWindow } from '../../ui/use-window.ts'
import styles from './filters.module.css'
import type { ListedValue } from './list-values.ts'

/** From so many values on only those in sight are drawn. */
const LONG_FROM = 120
const ROW_PX = 32

interface ValueListProps {
  list: RefObject<HTMLDivElement | null>
  name: string
  values: readonly ListedValue[]
  wanted: readonly string[]
  onToggle: (value: string) => void
}

/** Values with boxes to tick. The arrows go through them, Enter ticks too. */
export function ValueList({ list, name, values, wanted, onToggle }: ValueListProps) {
  const isLong = values.length >= LONG_FROM
  const [first, last] = useWindow(list, values.length, ROW_PX)
  // The row with the focus stays, however far it is scrolled away.
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
    // biome-ignore lint/a11y/useSemanticElements: a fieldset forgets how far it is scrolled when its rows are drawn anew
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
