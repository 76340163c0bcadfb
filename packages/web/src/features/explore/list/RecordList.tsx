import type { AnyRecordBody } from '@postil/contract/task/records'
import type { GlobalLabel } from '@postil/domain/task-editing/labels'
import { type EditableRecord, recordKey } from '@postil/domain/task-editing/record'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '../../../i18n/areas/classic/explore.ts'
import { isForPage } from '../../../keyboard/run-keys.ts'
import { isFeatureOn } from '../../../ui/browser/feature-toggles.ts'
import styles from '../Explore.module.css'
import type { ViewMode } from '../state/explore-url.ts'
import type { Problem } from '../state/saving.ts'
import type { CardActions, CardTools, TaskParts } from '../task-parts.ts'
import { RecordCard } from './RecordCard.tsx'

interface RecordListProps<Body extends AnyRecordBody> {
  records: readonly EditableRecord<Body>[]
  /** The card that is the list's Tab stop. */
  stopKey: string | undefined
  /** The focused card, if any. */
  activeKey: string | undefined
  isAlone: boolean
  viewMode: ViewMode
  labels: readonly GlobalLabel[]
  parts: TaskParts<Body>
  tools: CardTools<Body>
  actions: CardActions<Body>
  /** What was not saved, by record key. */
  problems: ReadonlyMap<string, Problem>
}

/** The cards of a page. The list is one Tab stop; arrow keys move between its cards (roving tabindex). */
export function RecordList<Body extends AnyRecordBody>(props: RecordListProps<Body>) {
  const { records, stopKey, activeKey, isAlone, viewMode, labels, parts, tools, actions, problems } = props
  const [isWide] = useState(() => isFeatureOn('wideCards'))
  const list = useRef<HTMLOListElement>(null)
  const active = records.find((record) => recordKey(record) === activeKey) ?? (isAlone ? records[0] : undefined)
  // Key presses go to the card shown as focused, wherever the DOM focus is. Repeats of a held key are ignored, since each press may
  // move on to another card.
  const handleCardKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (!active || viewMode !== 'annotate' || event.defaultPrevented || event.isComposing || event.repeat) return
    if (event.ctrlKey || event.metaKey || event.altKey || !isForPage(event.target)) return
    const used = parts.onCardKey?.(event.key, active, { labels, actions })
    if (!used) return
    event.preventDefault()
    if (used === 'done') tools.advance(recordKey(active))
  })
  const move = (step: number) => {
    const cards = [...(list.current?.querySelectorAll<HTMLElement>('[data-record]') ?? [])]
    const focused = cards.findIndex((card) => card.contains(document.activeElement))
    const from = focused < 0 ? cards.findIndex(({ dataset }) => dataset.record === activeKey) : focused
    const to = from < 0 ? 0 : from + step
    // The card scrolls itself into view once it has opened.
    cards[Math.min(cards.length - 1, Math.max(0, to))]?.focus({ preventScroll: true })
  }
  // When the page opens, and after a click beside the cards, nothing has the focus: the arrow keys then lead to the cards.
  const handlePageKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const isNowhere = document.activeElement === document.body || document.activeElement?.id === 'content'
    const step = stepOf(event)
    if (step === 0 || !isNowhere || !isForPage(event.target)) return
    event.preventDefault()
    move(step)
  })
  useEffect(() => {
    const handle = (event: globalThis.KeyboardEvent) => {
      handleCardKey(event)
      handlePageKey(event)
    }
    // Handled before the commands, which listen on the window: keys of labels come first.
    document.addEventListener('keydown', handle)
    return () => document.removeEventListener('keydown', handle)
  }, [])
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const step = stepOf(event)
    if (step === 0) return
    if (
      event.target instanceof Element &&
      event.target.closest('input:not([type=checkbox]),textarea,select,[role=menu]')
    )
      return
    event.preventDefault()
    move(step)
  }
  return (
    <ol
      ref={list}
      className={styles.cards}
      data-wide={isWide || undefined}
      aria-label={t('explore.list')}
      data-keys="cards"
      onKeyDown={handleKey}
    >
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

/** 1 for the plain key ↓, -1 for ↑, else 0. */
function stepOf(
  event: Pick<globalThis.KeyboardEvent, 'key' | 'defaultPrevented' | 'ctrlKey' | 'metaKey' | 'altKey'>,
): number {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return 0
  return event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
}
