import type { Field } from '@postil/contract/feedback/fields'
import type { Question } from '@postil/contract/feedback/questions'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { SimilarityQuery } from '../../find/query.ts'
import { useHighlighter } from '../../find/use-highlighter.ts'
import { focusQuestion, questionElements } from '../../form/focus.ts'
import { t } from '../../i18n/bulk.ts'
import { focusLost } from '../../list/focus-lost.ts'
import { ListHead } from '../../list/ListHead.tsx'
import { ListPager } from '../../list/ListPager.tsx'
import { toggleRecord } from '../../list/selection.ts'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useStableCallback } from '../../ui/use-stable-callback.ts'
import { useSearchSettings } from '../feedback/finding/use-search-settings.ts'
import { PAGE_SIZES, withQuery } from '../feedback/url/annotation-url.ts'
import { BulkCard } from './BulkCard.tsx'
import styles from './BulkList.module.css'
import { BULK_MAX } from './bulk-job.ts'
import type { Bulk } from './use-bulk.ts'

interface BulkListProps {
  bulk: Bulk
  fields: readonly Field[]
  questions: readonly Question[]
  /** The page scrolls as one: who has read the last card is far from what stands over the first. */
  isStacked: boolean
  /** The keys go to the questions: they have to be there. */
  onReach: () => void
}

/** The records of a page as cards to choose from. */
export function BulkList({ bulk, fields, questions, isStacked, onReach }: BulkListProps) {
  const { page, url, setUrl, selection, select, activeId, reasons, run } = bulk
  const { records, total, isStale } = page
  const [isWhole, setWhole] = useState(false)
  const findRanges = useHighlighter(url.text, fields)
  const { vectors } = useSearchSettings(bulk.datasetId)
  const scroller = useRef<HTMLDivElement>(null)
  const isRunning = run.progress !== undefined
  const turn = (to: number) => setUrl({ ...url, page: to })

  // biome-ignore lint/correctness/useExhaustiveDependencies: every page is read from its beginning
  useEffect(() => {
    scroller.current?.scrollTo?.({ top: 0 })
    // Stacked on a small screen the page scrolls as one.
    if (isStacked) window.scrollTo({ top: 0 })
    // The button that led to the last page rests there, and keeps no keys, nor does one below the list: they belong to the list.
    const active = document.activeElement
    if (active === document.body || active?.matches(':disabled, [data-below] *'))
      scroller.current?.focus({ preventScroll: true })
  }, [url.page, url.size])

  // Cards that are answered go, and with them what had the keys.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked whenever others are shown
  useEffect(focusLost, [records])

  // The cards stay as they are while one of them is chosen: what they call does not change.
  const toggle = useStableCallback((recordId: string, isRange: boolean) => {
    if (isRunning) return
    const ids = records.map(({ id }) => id)
    select(toggleRecord(selection, ids, recordId, isRange))
  })
  const find = useStableCallback((similarity: SimilarityQuery) => setUrl(withQuery(url, { similarity })))
  const activateCard = useStableCallback(bulk.activate)

  return (
    <section className={styles.list} aria-label={t('bulk.list')} onKeyDown={(event) => handToForm(event, onReach)}>
      <ListHead
        at={url}
        total={total}
        sizes={PAGE_SIZES.filter((size) => size > 1 || size === url.size)}
        max={BULK_MAX}
        ids={records.map(({ id }) => id)}
        selection={selection}
        isWhole={isWhole}
        isBusy={isRunning}
        onSelect={select}
        onTurn={turn}
        onSize={(size) => setUrl({ ...url, size, page: 1 })}
        onWhole={setWhole}
      />
      <div className={styles.scroller} ref={scroller} data-stale={isStale || undefined} data-record-body tabIndex={-1}>
        {total === undefined ? (
          <CardSkeletons />
        ) : (
          <ul className={styles.cards} aria-label={t('bulk.cards')} aria-busy={isStale || undefined}>
            {records.map((record, index) => (
              <ErrorBoundary
                key={record.id}
                madeFrom={record}
                fallback={() => <BrokenCard place={page.from + index} />}
              >
                <BulkCard
                  record={record}
                  place={page.from + index}
                  fields={fields}
                  questions={questions}
                  findRanges={findRanges}
                  vectors={vectors}
                  similarity={url.similarity}
                  isSelected={selection.isAll || selection.ids.has(record.id)}
                  isActive={activeId === record.id}
                  isWhole={isWhole}
                  reason={reasons.get(record.id)}
                  onToggle={toggle}
                  onActivate={activateCard}
                  onFind={find}
                />
              </ErrorBoundary>
            ))}
          </ul>
        )}
        {isStacked && total !== undefined && (total > url.size || url.page > 1) && (
          <ListPager at={url} total={total} onTurn={turn} isBelow />
        )}
      </div>
    </section>
  )
}

/**
 * Digits go to the first question at once; so does Tab, from the box of a record that is selected, where the questions are
 * beside the list.
 */
function handToForm(event: KeyboardEvent, onReach: () => void): void {
  const { key, target, currentTarget } = event
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  // A menu of this list has keys of its own.
  if (!(target instanceof Element && currentTarget.contains(target))) return
  const isDigit = /^[0-9]$/.test(key)
  const isChosenBox = target.matches('[data-bulk-card] input:checked')
  if (!isDigit && !(key === 'Tab' && !event.shiftKey && isChosenBox)) return
  if (isDigit) onReach()
  const [first] = questionElements()
  if (!first) return
  event.preventDefault()
  focusQuestion(first)
  if (isDigit)
    document.activeElement?.dispatchEvent(new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}

/** In place of a record that cannot be drawn: the others can be answered all the same. */
function BrokenCard({ place }: { place: number }) {
  return (
    <li className={styles.broken}>
      <article aria-label={t('bulk.record', { place })}>{t('annotate.brokenRecord')}</article>
    </li>
  )
}

function CardSkeletons() {
  return (
    <div className={styles.cards} aria-busy="true">
      <span className="visuallyHidden">{t('bulk.loading')}</span>
      {[64, 48, 72, 56, 68, 44].map((width) => (
        <div key={width} className={styles.blank}>
          <Skeleton width={120} height={12} />
          <Skeleton width={`${width}%`} height={18} />
        </div>
      ))}
    </div>
  )
}
