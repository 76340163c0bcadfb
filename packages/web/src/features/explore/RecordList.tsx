import type { AnyRecordBody } from '@postil/contract/task/records'
import type { GlobalLabel } from '@postil/domain/task-editing/labels'
import { type EditableRecord, recordKey } from '@postil/domain/task-editing/record'
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { t } from '../../i18n/explore.ts'
import { isForPage } from '../../keyboard/run-keys.ts'
import { isFeatureOn } from '../../ui/feature-toggles.ts'
import styles from './Explore.module.css'
import type { ViewMode } from './explore-url.ts'
import { type CardTools, RecordCard } from './RecordCard.tsx'
import type { CardActions, TaskParts } from './task-parts.ts'
import type { Problem } from './use-saving.ts'

interface RecordListProps<Body extends AnyRecordBody> {
  records: readonly EditableRecord<Body>[]
  /** Where the Tab key comes to. */
  stopKey: string | undefined
  /** The card that has the keys, if any. */
  activeKey: string | undefined
  isAlone: boolean
  viewMode: ViewMode
  labels: readonly GlobalLabel[]
  parts: TaskParts<Body>
  tools: CardTools<Body>
  actions: CardActions<Body>
  /** What was not saved, by the keys of the records. */
  problems: ReadonlyMap<string, Problem>
}

/** The cards of a page. The list is one stop of the Tab key; the arrows move between its cards. */
export function RecordList<Body extends AnyRecordBody>(props: RecordListProps<Body>) {
  const { records, stopKey, activeKey, isAlone, viewMode, labels, parts, tools, actions, problems } = props
  const [isWide] = useState(() => isFeatureOn('wideCards'))
  const active = records.find((record) => recordKey(record) === activeKey) ?? (isAlone ? records[0] : undefined)
  // Wherever the focus is: the keys belong to the card that is shown as having them. One that is held down counts once, since each press
  // may lead to another card.
  const handleCardKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (!active || viewMode !== 'annotate' || event.defaultPrevented || event.isComposing || event.repeat) return
    if (event.ctrlKey || event.metaKey || event.altKey || !isForPage(event.target)) return
    const used = parts.onCardKey?.(event.key, active, { labels, actions })
    if (!used) return
    event.preventDefault()
    if (used === 'done') tools.advance(recordKey(active))
  })
  useEffect(() => {
    const handle = (event: globalThis.KeyboardEvent) => handleCardKey(event)
    // Before the commands, which listen at the window: the key of a label is not theirs.
    document.addEventListener('keydown', handle)
    return () => document.removeEventListener('keydown', handle)
  }, [])
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (
      event.target instanceof Element &&
      event.target.closest('input:not([type=checkbox]),textarea,select,[role=menu]')
    )
      return
    const cards = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-record]')]
    const at = cards.findIndex((card) => card.contains(document.activeElement))
    const next = cards[Math.min(cards.length - 1, Math.max(0, at + step))]
    event.preventDefault()
    // The card scrolls itself into sight, once it has opened.
    next?.focus({ preventScroll: true })
  }
  return (
    <ol className={styles.cards} data-wide={isWide || undefined} aria-label={t('explore.list')} onKeyDown={handleKey}>
      {records.map((record) => {
        const key = recordKey(record)
        return (
          <RecordCard
            key={key}
            record={record}
            isStop={key === stopKey}
            isActive={key === activeKey}
            problem={problems.get(key)}
            {...{ labels, parts, viewMode, isAlone, tools, actions }}
          />
        )
      })}
    </ol>
  )
}
