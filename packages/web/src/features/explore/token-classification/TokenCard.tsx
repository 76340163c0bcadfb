import type { TokenClassificationBody } from '@postil/contract/task/records'
import { indexOffsets } from '@postil/domain/spans/code-points'
import { isPending } from '@postil/domain/task-editing/transitions'
import { locateTokens } from '@postil/domain/task-records/align-spans'
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react'
import { t } from '../../../i18n/areas/classic/explore.ts'
import { formatPercent } from '../../../i18n/index.ts'
import { chunkText, marksByChunk } from '../../../spans/chunks.ts'
import { type Mark, marksOf } from '../../../spans/marks.ts'
import { SpanField } from '../../../spans/SpanField.tsx'
import type { Span } from '../../../spans/span.ts'
import { type OverlapBadgeProps, TextChunk } from '../../../spans/TextChunk.tsx'
import { tintLabels } from '../../../spans/tints.ts'
import { useStableCallback } from '../../../ui/browser/use-stable-callback.ts'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import { useExploreUrl } from '../state/use-explore-url.ts'
import type { CardBodyProps } from '../task-parts.ts'
import { annotationWith, annotationWithWords, ENTITIES, LONG_CHARS, shownEntities } from './entities.ts'
import styles from './tokens.module.css'

type Props = CardBodyProps<TokenClassificationBody>

/** The text of a record with its entities: annotated ones as background, predicted ones as underline. */
export function TokenCard(props: Props) {
  const { text } = props.record.body
  const [isFull, setFull] = useState(false)
  const isLong = text.length > LONG_CHARS && !props.isAlone
  return (
    <div className={styles.card}>
      <div className={styles.text} data-record-body data-cut={(isLong && !isFull) || undefined}>
        {props.viewMode === 'annotate' ? <EditedText {...props} /> : <ShownText {...props} />}
      </div>
      {isLong && (
        <button type="button" className={styles.full} onClick={() => setFull(!isFull)}>
          {t(isFull ? 'explore.card.less' : 'explore.card.full')}
        </button>
      )}
    </div>
  )
}

function EditedText({ record, labels, actions }: Props) {
  const { text, tokens } = record.body
  const options = useMemo(
    () => labels.map((label) => ({ ...label, value: label.text, color: label.color_id })),
    [labels],
  )
  const ranges = useMemo(() => {
    const located = locateTokens(text, tokens)
    return 'missing' in located ? [] : located
  }, [text, tokens])
  const { spans, suggested, describe, isOutside } = useEntities(record)

  /** The annotation before each unsaved edit, for undo. */
  const earlier = useRef<Props['record']['annotation'][]>([])
  /** The message that offers to undo. */
  const offer = useRef<number>(undefined)
  // Stable: the message that offers it outlives this render, and what it undoes may be undone or saved by then.
  const undo = useStableCallback(() => {
    toasts.dismiss(offer.current)
    if (earlier.current.length === 0 || !isPending(record)) return false
    const before = earlier.current.pop()
    if (earlier.current.length === 0 && before === (record.body.annotation ?? undefined)) actions.reset(record)
    else actions.edit(record, before)
    return true
  })
  const change = (next: readonly Span[], replaced: readonly Span[]) => {
    if (!isPending(record)) earlier.current = []
    earlier.current.push(record.annotation)
    actions.edit(record, annotationWith(record, next))
    if (replaced.length === 0) return
    const message = t('annotate.span.replaced', { count: replaced.length })
    offer.current = toasts.notify({ type: 'info', message, action: { label: t('explore.undo'), run: undo } })
  }
  const handleKey = (event: KeyboardEvent) => {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
    if (!isUndo || !undo()) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div onKeyDownCapture={handleKey}>
      <SpanField
        name={ENTITIES}
        id={`${ENTITIES}/${record.body.id}`}
        title={t('explore.tokens.text')}
        text={text}
        tokens={ranges}
        options={options}
        allowsOverlapping={false}
        spans={spans}
        suggested={suggested}
        isPrefilled={record.annotation === undefined}
        describe={describe}
        OverlapBadge={OverlapBadge}
        isOutside={isOutside}
        onAnswer={change}
        onMarkEverywhere={(words, label) => actions.editAll((other) => annotationWithWords(other, words, label))}
        onLeave={() => {
          if (document.activeElement instanceof HTMLElement) document.activeElement.closest('article')?.focus()
        }}
      />
    </div>
  )
}

/** The text, read-only. */
function ShownText({ record, labels }: Props) {
  const { text } = record.body
  const { spans, suggested, describe, isOutside } = useEntities(record)
  const tinted = useMemo(
    () => tintLabels(labels.map((label) => ({ ...label, value: label.text, color: label.color_id }))),
    [labels],
  )
  const chunks = useMemo(() => chunkText(text), [text])
  const marks = useMemo(
    () => marksByChunk(chunks, marksOf(indexOffsets(text), spans, suggested, record.annotation === undefined)),
    [chunks, text, spans, suggested, record.annotation],
  )
  return (
    <div className={styles.shown} dir="auto">
      {chunks.map((chunk, at) => (
        <TextChunk
          key={chunk.start}
          chunk={chunk}
          marks={marks[at] ?? []}
          labels={tinted}
          selected={undefined}
          replaces={false}
          describe={describe}
          isOutside={isOutside}
        />
      ))}
    </div>
  )
}

/** The entities of a record as marks, memoised. */
function useEntities(record: Props['record']) {
  const { prediction } = record.body
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entities follow from these two
  const spans = useMemo(() => shownEntities(record).map(toSpan), [record.annotation, prediction])
  const suggested = useMemo(() => (prediction?.entities ?? []).map(toSpan), [prediction])
  const scores = useMemo(() => {
    const index = indexOffsets(record.body.text)
    return new Map(
      (prediction?.entities ?? []).map(({ start, end, label, score }) => [
        `${index.toUtf16(start)}:${index.toUtf16(end)}:${label}`,
        score,
      ]),
    )
  }, [record.body.text, prediction])
  const describe = useCallback(
    ({ start, end, label, kind }: Mark) => {
      const score = scores.get(`${start}:${end}:${label}`)
      if (kind === 'chosen' || kind === 'offered' || score === undefined) return label
      const words = t('explore.tokens.predicted', {
        label,
        agent: prediction?.agent ?? '',
        score: formatPercent(score),
      })
      return kind === 'both' ? `${label}, ${t('explore.tokens.annotated')}\n${words}` : words
    },
    [scores, prediction],
  )
  const [{ filter }] = useExploreUrl()
  const { from = 0, to = 1 } = filter.score ?? {}
  const isOutside = useCallback(
    ({ start, end, label }: Mark) => {
      const score = scores.get(`${start}:${end}:${label}`)
      return score !== undefined && (score < from || score > to)
    },
    [scores, from, to],
  )
  return { spans, suggested, describe, isOutside }
}

function toSpan({ label, start, end }: Span): Span {
  return { label, start, end }
}

/**
 * A badge with the number of overlapping marks, of which only one is visible; a click lists all. By keyboard, Enter
 * on the marks does the same.
 */
function OverlapBadge({ range, marks, labels, onOverlap }: OverlapBadgeProps) {
  const names = marks.map(({ label }) => labels.get(label)?.text ?? label).join(', ')
  const words = t('explore.tokens.overlap', { count: marks.length, labels: names })
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.badge}
      aria-label={words}
      title={words}
      data-count={marks.length}
      // A click here must not select text.
      onPointerDown={(event) => event.stopPropagation()}
      onPointerUp={(event) => event.stopPropagation()}
      onClick={() => onOverlap(range, marks)}
    />
  )
}
