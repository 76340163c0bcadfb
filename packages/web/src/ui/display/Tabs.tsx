import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { formatNumber } from '../../i18n/index.ts'
import type { Choice } from '../controls/RadioGroup.tsx'
import styles from './Tabs.module.css'

/** One tab; `color` is the custom property of its status dot. */
export interface TabItem<Value extends string> extends Choice<Value> {
  /** Shown small after the text; undefined reserves its room while it loads. */
  count?: number
  hasCount?: boolean
  color?: string
}

interface TabsProps<Value extends string> {
  label: string
  tabs: readonly TabItem<Value>[]
  value: Value
  onChange: (value: Value) => void
}

// The component library's tabs would load its whole collection code, a sixteenth of a first visit, for four buttons in a row.
/** A row of tabs, chosen by click, arrow keys, Home and End. The page renders the content of the value. */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  const row = useRef<HTMLDivElement>(null)
  // The row scrolls on a small screen, where a page may open at its last tab. Not `scrollIntoView`: it also scrolls the page, to the last
  // of many rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after the tab of another value was drawn
  useLayoutEffect(() => {
    const list = row.current
    const tab = list?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (list && tab) list.scrollLeft = tab.offsetLeft - list.offsetLeft + (tab.offsetWidth - list.offsetWidth) / 2
  }, [value])

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const next = tabAt(event.key, tabs, value)
    if (!next) return
    event.preventDefault()
    row.current?.querySelector<HTMLElement>(`[data-tab="${next.value}"]`)?.focus()
    if (next.value !== value) onChange(next.value)
  }

  return (
    <div className={styles.tabs}>
      <div ref={row} role="tablist" aria-label={label} className={styles.list} onKeyDown={handleKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            data-tab={tab.value}
            // One Tab stop; arrow keys move within.
            tabIndex={tab.value === value ? 0 : -1}
            aria-selected={tab.value === value}
            disabled={tab.isDisabled}
            className={styles.tab}
            onClick={() => tab.value !== value && onChange(tab.value)}
          >
            {tab.color && <i className={styles.dot} style={{ background: `var(${tab.color})` }} />}
            {tab.label}
            {(tab.hasCount || tab.count !== undefined) && (
              <span className={styles.count}>{tab.count === undefined ? '' : formatNumber(tab.count)}</span>
            )}
          </button>
        ))}
      </div>
    </div>
  )
}

function tabAt<Value extends string>(key: string, tabs: readonly TabItem<Value>[], value: Value) {
  const open = tabs.filter((tab) => !tab.isDisabled || tab.value === value)
  const now = open.findIndex((tab) => tab.value === value)
  switch (key) {
    case 'ArrowLeft':
      return open.at(now - 1)
    case 'ArrowRight':
      return open[(now + 1) % open.length]
    case 'Home':
      return open[0]
    case 'End':
      return open.at(-1)
  }
}
