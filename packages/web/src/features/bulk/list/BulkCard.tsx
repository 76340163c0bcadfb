import type { Field } from '@postil/contract/feedback/settings/fields'
import type { Question } from '@postil/contract/feedback/settings/questions'
import type { VectorsSettings } from '@postil/contract/feedback/settings/vectors-settings'
import { SkipForward, TriangleAlert } from 'lucide-react'
import { type MouseEvent, memo } from 'react'
import type { AnnotationRecord } from '../../../api/feedback/record.ts'
import type { Doubt } from '../../../api/feedback/team/doubts.ts'
import type { SimilarityQuery } from '../../../find/query.ts'
import { t } from '../../../i18n/areas/bulk.ts'
import listStyles from '../../../list/list.module.css'
import { RecordDetails } from '../../../record/RecordDetails.tsx'
import { RecordFields } from '../../../record/RecordFields.tsx'
import type { FindRanges } from '../../../record/record-parts.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Icon } from '../../../ui/display/Icon.tsx'
import { lazy } from '../../../ui/loading/lazy.tsx'
import { RecordTools } from '../../feedback/finding/RecordTools.tsx'
import { DoubtMark } from '../../feedback/marks/DoubtMark.tsx'
import { factsOf } from '../../feedback/records/record-facts.ts'
import styles from './BulkCard.module.css'
import { SuggestionLine } from './SuggestionLine.tsx'
import { renderSuggestedMarks } from './suggested-marks.tsx'

// Loaded after the records are shown: the user opens it.
const RecordHistory = lazy(() => import('../../feedback/history/RecordHistory.tsx').then((m) => m.RecordHistory))

interface BulkCardProps {
  record: AnnotationRecord
  /** Position in the queue, from 1. */
  place: number
  fields: readonly Field[]
  questions: readonly Question[]
  findRanges: FindRanges | undefined
  vectors: readonly VectorsSettings[] | undefined
  similarity: SimilarityQuery | undefined
  isSelected: boolean
  /** The card has the keyboard focus. */
  isActive: boolean
  isWhole: boolean
  /** One line: checkbox, text, suggestions. */
  isRow: boolean
  /** Why its answer could not be saved. */
  reason: string | undefined
  onToggle: (recordId: string, isRange: boolean) => void
  onActivate: (recordId: string) => void
  onFind: (similarity: SimilarityQuery) => void
  /** The user's doubt about it, if any. */
  doubt: Doubt | undefined
  onDoubt: (recordId: string, doubt: Doubt | undefined) => void
  onSkip: (recordId: string) => void
  /** Answers are being sent. */
  isBusy: boolean
}

/** A selectable record. A click on its header toggles it; Shift+click selects a range. */
export const BulkCard = memo(function BulkCard(props: BulkCardProps) {
  const { record, place, fields, questions, findRanges, vectors, similarity } = props
  const { isSelected, isActive, isWhole, isRow, reason, onFind, doubt, onDoubt, onSkip, isBusy } = props
  const { id } = record
  const handleHead = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('button, a, input, label')) return
    props.onActivate(id)
    props.onToggle(id, event.shiftKey)
  }
  return (
    <li
      className={styles.card}
      data-bulk-card={id}
      data-selected={isSelected || undefined}
      data-active={isActive || undefined}
      data-row={isRow || undefined}
      data-failed={reason !== undefined || undefined}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: more room for the box inside, which has the keys */}
      <article
        className={styles.article}
        aria-label={t('bulk.record', { place })}
        onClick={isRow ? handleHead : undefined}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: more room for the box inside, which has the keys */}
        <header className={styles.head} onClick={isRow ? undefined : handleHead}>
          <label className={listStyles.choose}>
            <input
              type="checkbox"
              className="checkbox"
              checked={isSelected}
              aria-label={t('bulk.select', { place })}
              onFocus={() => props.onActivate(id)}
              onChange={(event) => {
                const { nativeEvent } = event
                props.onToggle(id, nativeEvent instanceof window.MouseEvent && nativeEvent.shiftKey)
              }}
            />
          </label>
          {record.externalId !== null && (
            <code className={styles.id} title={record.externalId}>
              {record.externalId}
            </code>
          )}
          <span className={styles.grow} />
          <RecordTools
            record={record}
            vectors={vectors}
            similarity={similarity}
            onFind={onFind}
            hasCommand={isActive}
          />
          <IconButton
            icon={SkipForward}
            label={t('bulk.skipOne')}
            size="small"
            isDisabled={isBusy}
            onPress={() => onSkip(id)}
          />
          <DoubtMark recordId={id} doubt={doubt} onNote={onDoubt} hasCommand={isActive} />
          <RecordDetails
            record={factsOf(record)}
            more={<RecordHistory key={id} record={record} questions={questions} />}
          />
        </header>
        {reason !== undefined && (
          <p className={styles.reason}>
            <Icon icon={TriangleAlert} size={14} />
            {t('bulk.notSaved', { reason })}
          </p>
        )}
        <div className={styles.body} data-whole={isWhole || undefined}>
          <RecordFields
            fields={fields}
            record={record}
            renderText={renderSuggestedMarks(questions, record.suggestions)}
            findRanges={findRanges}
          />
        </div>
        <div className={styles.suggested}>
          <SuggestionLine questions={questions} record={record} />
        </div>
      </article>
    </li>
  )
})
