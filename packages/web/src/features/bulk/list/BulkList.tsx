import type { Field } from '@postil/contract/feedback/settings/fields'
import type { Question } from '@postil/contract/feedback/settings/questions'
import { Group } from 'lucide-react'
import { Fragment, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { SimilarityQuery } from '../../../find/query.ts'
import { useHighlighter } from '../../../find/use-highlighter.ts'
import { focusQuestion, questionElements } from '../../../form/focus.ts'
import { t } from '../../../i18n/areas/bulk.ts'
import { focusLost } from '../../../list/focus-lost.ts'
import { ListHead } from '../../../list/ListHead.tsx'
import { ListPager } from '../../../list/ListPager.tsx'
import { selectOnly, toggleRecord } from '../../../list/selection.ts'
import { useStableCallback } from '../../../ui/browser/use-stable-callback.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { ErrorBoundary } from '../../../ui/display/ErrorBoundary.tsx'
import { Skeleton } from '../../../ui/display/Skeleton.tsx'
import { useSearchSettings } from '../../feedback/finding/use-search-settings.ts'
import { useMyDoubts } from '../../feedback/marks/use-my-doubts.ts'
import { PAGE_SIZES, withQuery } from '../../feedback/url/annotation-url.ts'
import { BULK_MAX } from '../sending/bulk-job.ts'
import type { Bulk } from '../use-bulk.ts'
import { AssignRecords } from './AssignRecords.tsx'
import { BulkCard } from './BulkCard.tsx'
import styles from './BulkList.module.css'
import { suggestedKey } from './group-records.ts'
import { SkipRecords } from './SkipRecords.tsx'

interface BulkListProps {
  bulk: Bulk
  fields: readonly Field[]
  questions: readonly Question[]
  /** The page scrolls as a whole, so a second pager follows the last card. */
  isStacked: boolean
  /** Called when the focus moves to the questions, so that they can be shown. */
  onReach: () => void
}

/** The records of a page as selectable cards. */
export function BulkList({ bulk, fields, questions, isStacked, onReach }: BulkListProps) {
  const { page, url, setUrl, selection, select, activeId, reasons, run } = bulk
  const { records, total, isStale } = page
  const [isWhole, setWhole] = useState(false)
  const findRanges = useHighlighter(url.text, fields)
  const { vectors } = useSearchSettings(bulk.datasetId)
  const isRow = !isWhole && !isStacked && areShort(fields, questions, records)
  const scroller = useRef<HTMLDivElement>(null)
  const isRunning = run.progress !== undefined
  const turn = (to: number) => setUrl({ ...url, page: to })

  // biome-ignore lint/correctness/useExhaustiveDependencies: every page is read from its beginning
  useEffect(() => {
    scroller.current?.scrollTo?.({ top: 0 })
    // Stacked on a small screen the page scrolls as a whole.
    if (isStacked) window.scrollTo({ top: 0 })
    // A paging button that is now disabled, or below the list, must not keep the focus: move it to the list.
    const active = document.activeElement
    if (active === document.body || active?.matches(':disabled, [data-below] *'))
      scroller.current?.focus({ preventScroll: true })
  }, [url.page, url.size])

  // Answered cards disappear, as do buttons for a selection, and the focus with them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked whenever other records are shown or selected
  useEffect(focusLost, [records, selection])

  // Stable callbacks, so that selecting one card does not re-render the others.
  const toggle = useStableCallback((recordId: string, isRange: boolean) => {
    if (isRunning) return
    const ids = records.map(({ id }) => id)
    select(toggleRecord(selection, ids, recordId, isRange))
  })
  const find = useStableCallback((similarity: SimilarityQuery) => setUrl(withQuery(url, { similarity })))
  const activateCard = useStableCallback(bulk.activate)
  const skip = useStableCallback((recordId: string) => bulk.skip(recordId))
  const { doubts, note } = useMyDoubts(bulk.datasetId)
  const noteDoubt = useStableCallback(note)

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
        extra={
          <>
            <SkipRecords bulk={bulk} />
            <AssignRecords bulk={bulk} />
            <GroupSwitch bulk={bulk} />
          </>
        }
        isBusy={isRunning}
        onSelect={select}
        onTurn={turn}
        onSize={(size) => setUrl({ ...url, size, page: 1 })}
        onWhole={setWhole}
      />
      <div className={styles.scroller} ref={scroller} data-stale={isStale || undefined} data-record-body tabIndex={-1}>
        {page.isTaken && !isStale && (
          <p className={styles.taken} role="status">
            {t('bulk.allTaken')}{' '}
            <Button size="small" onPress={page.retry}>
              {t('bulk.again')}
            </Button>
          </p>
        )}
        {total === undefined ? (
          <CardSkeletons />
        ) : (
          <ul
            className={styles.cards}
            data-rows={isRow || undefined}
            aria-label={t('bulk.cards')}
            aria-busy={isStale || undefined}
          >
            {records.map((record, index) => (
              <Fragment key={record.id}>
                {bulk.isGrouped && <GroupHead bulk={bulk} questions={questions} index={index} />}
                <ErrorBoundary madeFrom={record} fallback={() => <BrokenCard place={page.from + index} />}>
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
                    isRow={isRow}
                    reason={reasons.get(record.id)}
                    onToggle={toggle}
                    onActivate={activateCard}
                    onFind={find}
                    doubt={doubts?.find(({ record_id }) => record_id === record.id)}
                    onDoubt={noteDoubt}
                    onSkip={skip}
                    isBusy={bulk.isRunning}
                  />
                </ErrorBoundary>
              </Fragment>
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
 * Digits go straight to the first question; so does Tab, from the checkbox of a selected record, where the questions are
 * beside the list.
 */
function handToForm(event: KeyboardEvent, onReach: () => void): void {
  const { key, target, currentTarget } = event
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  // An open menu of this list handles its own keys.
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

/** Compact one-line rows are used only if the texts are this short, so that none needed to judge is cut off. */
const SHORT_CHARS = 280
const SHORT_FIELDS = 2

function areShort(fields: readonly Field[], questions: readonly Question[], records: Bulk['page']['records']): boolean {
  if (fields.length > SHORT_FIELDS || fields.some(({ settings }) => settings.use_markdown)) return false
  if (questions.some(({ settings }) => settings.type === 'span')) return false
  return records.every(({ fields: texts }) =>
    Object.values(texts).every((text) => (text ?? '').length <= SHORT_CHARS && !text?.includes('\n')),
  )
}

/** A switch that groups records with the same suggestion. Shown only while there are suggestions. */
function GroupSwitch({ bulk: { isGrouped, setGrouped, page } }: { bulk: Bulk }) {
  if (!isGrouped && page.records.every(({ suggestions }) => suggestions.length === 0)) return null
  return (
    <IconButton
      icon={Group}
      label={t('bulk.group')}
      size="small"
      isActive={isGrouped}
      onPress={() => setGrouped(!isGrouped)}
    />
  )
}

/** Above the first record of a group: the shared suggestion, and a button that selects the group. */
function GroupHead({ bulk, questions, index }: { bulk: Bulk; questions: readonly Question[]; index: number }) {
  const { records } = bulk.page
  const record = records[index]
  const before = records[index - 1]
  if (!record || (before && suggestedKey(questions, before) === suggestedKey(questions, record))) return null
  const ids = records
    .filter((one) => suggestedKey(questions, one) === suggestedKey(questions, record))
    .map(({ id }) => id)
  return (
    <li className={styles.group}>
      <span className={styles.groupName}>{suggestedKey(questions, record) || t('bulk.noneSuggested')}</span>
      <Button
        variant="quiet"
        size="small"
        isDisabled={bulk.run.progress !== undefined}
        onPress={() => bulk.select(selectOnly([...bulk.selection.ids, ...ids]))}
      >
        {t('bulk.selectGroup', { count: ids.length })}
      </Button>
    </li>
  )
}

/** Shown in place of a record that cannot be rendered: the others stay usable. */
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
