import type { TextRange } from '@postil/domain/spans/ranges'
import { overlaps } from '@postil/domain/spans/ranges'
import { type ComponentType, type CSSProperties, useCallback, useMemo, useState } from 'react'
import { type Chunk, marksKey, type Segment, segmentsOf } from './chunks.ts'
import { isOwn, type Mark } from './marks.ts'
import styles from './SpanField.module.css'
import { type TintedLabel, tintStyle } from './tints.ts'

interface TextChunkProps {
  chunk: Chunk
  marks: readonly Mark[]
  labels: ReadonlyMap<string, TintedLabel>
  /** The current selection, when it touches this chunk. */
  selected: TextRange | undefined
  /** Details of a mark besides its label. */
  describe?: ((mark: Mark) => string | undefined) | undefined
  /** Whether a prediction is outside the active filter: its line is dashed. */
  isOutside?: ((mark: Mark) => boolean) | undefined
  /** Rendered where marks of the answer overlap. NOTE: must contain no text, since offsets are counted in the rendered text. */
  OverlapBadge?: ComponentType<OverlapBadgeProps> | undefined
  onOverlap?: OverlapBadgeProps['onOverlap'] | undefined
  /** Marks that the selection would replace are struck through. */
  replaces: boolean
}

/** Props of the badge about overlapping marks. */
export interface OverlapBadgeProps {
  range: TextRange
  marks: readonly Mark[]
  labels: ReadonlyMap<string, TintedLabel>
  /** Open the menu of these marks. */
  onOverlap: (range: TextRange, marks: readonly Mark[]) => void
}

/**
 * A part of the text with its marks; its segments are re-rendered only when they change. While the browser skips a chunk that is out of
 * sight, offered occurrences are left out: a frequent word of a long text has thousands of them.
 */
export function TextChunk({ chunk, marks, ...shared }: TextChunkProps) {
  const { labels, selected, describe, isOutside, onOverlap, replaces } = shared
  const [isSkipped, setSkipped] = useState<boolean>()
  const watch = useCallback((box: Element | null) => {
    box?.addEventListener('contentvisibilityautostatechange', ({ skipped }: Event & { skipped?: boolean }) =>
      setSkipped(skipped),
    )
  }, [])
  const shown = useMemo(() => (isSkipped ? marks.filter(({ kind }) => kind !== 'offered') : marks), [isSkipped, marks])
  const key = useMemo(() => marksKey(shown), [shown])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is equal for marks that look the same
  const segments = useMemo(
    () =>
      segmentsOf(chunk, selected ? withSelection(shown, selected) : shown).map((segment) => (
        <SegmentView key={segment.start} segment={segment} marks={shown} {...shared} />
      )),
    [chunk, key, labels, selected?.start, selected?.end, describe, isOutside, onOverlap, replaces],
  )
  // In a long text each chunk is a box of its own, laid out by the browser when it becomes visible.
  return (
    <span ref={watch} className={styles.chunk}>
      {segments}
    </span>
  )
}

const SELECTION = ''
/** No caption is longer than this many characters. */
const CAPTION_CHARS = 30
/** Height of the line of an overlapping mark, with the gap below it. */
const LINE_PX = 4
/** Height of a caption. Every line of the text has room for one. */
const CAPTION_PX = 12

// The selection splits the text as a mark does, so that its ends are segment boundaries.
function withSelection(marks: readonly Mark[], { start, end }: TextRange): Mark[] {
  const mark: Mark = { start, end, label: SELECTION, kind: 'chosen', level: -1 }
  return [...marks, mark].sort((one, other) => one.start - other.start)
}

interface SegmentViewProps extends Omit<TextChunkProps, 'chunk'> {
  segment: Segment
}

function SegmentView({ segment, marks: all, labels, selected, replaces, ...told }: SegmentViewProps) {
  const { describe, isOutside, OverlapBadge, onOverlap } = told
  const isSelected = segment.marks.some(({ level }) => level < 0)
  const marks = segment.marks.filter(({ level }) => level >= 0)
  const begins = segment.begins.filter(({ level }) => level >= 0)
  if (marks.length === 0) {
    return (
      <span data-start={segment.start} className={isSelected ? styles.selected : undefined}>
        {segment.text}
      </span>
    )
  }
  const top = marks.find(isOwn) ?? marks[0]
  const predicted = marks.find(({ kind }) => kind === 'suggested' || kind === 'both' || kind === 'prefilled')
  const own = marks.filter(isOwn)
  // The line of the first prediction stands for others, too, which have no line of their own.
  const many = marks.some((mark) => mark !== predicted && mark.kind === 'suggested')
  const below = begins.map((mark) => mark.level * CAPTION_PX + linesBelow(mark, all) * LINE_PX)
  const isDoomed = replaces && selected && marks.some((mark) => isOwn(mark) && overlaps(mark, selected))
  return (
    <span className={styles.room} style={roomStyle(Math.max(0, ...below, (own.length - 1) * LINE_PX - CAPTION_PX))}>
      <span
        data-start={segment.start}
        data-kind={top?.kind}
        data-many={many || undefined}
        data-predicted={predicted && (isOutside?.(predicted) ? 'outside' : 'inside')}
        data-selected={isSelected || undefined}
        data-doomed={isDoomed || undefined}
        className={styles.mark}
        title={marks
          .map((mark) => describe?.(mark) ?? labels.get(mark.label)?.text ?? mark.label)
          .join(describe ? '\n' : ', ')}
        style={{
          ...tintStyle(labels.get(top?.label ?? '')?.tint),
          ...predictedStyle(labels.get(predicted?.label ?? '')?.tint),
          boxShadow: linesOf(marks, labels),
        }}
      >
        {begins.map((mark, at) => (
          <span
            key={`${mark.label}:${mark.level}`}
            aria-hidden="true"
            className={styles.caption}
            data-kind={mark.kind}
            style={{
              ...tintStyle(labels.get(mark.label)?.tint),
              marginTop: `calc(var(--record-size) * 1.94 + ${below[at]}px)`,
              maxWidth: captionWidth(mark, all),
            }}
            data-caption={labels.get(mark.label)?.text ?? mark.label}
          />
        ))}
        {OverlapBadge && onOverlap && own.length > 1 && begins.some(isOwn) && (
          <OverlapBadge
            range={{ start: segment.start, end: segment.end }}
            marks={own}
            labels={labels}
            onOverlap={onOverlap}
          />
        )}
        {segment.text}
      </span>
    </span>
  )
}

/** Room below the lines of the text that a segment is on, for lines and captions of overlapping marks. */
function roomStyle(px: number): CSSProperties {
  return Object.fromEntries([['--room', `${px}px`]])
}

/** The line of a prediction has the colour of its own label, whatever else is marked there. */
function predictedStyle(tint: number | undefined): CSSProperties {
  return tint === undefined ? {} : Object.fromEntries([['--predicted-line', `var(--entity-${tint}-line)`]])
}

/** A caption ends where that of the next mark begins; characters are assumed to be half as wide as high. */
function captionWidth(mark: Mark, all: readonly Mark[]): string | undefined {
  const next = all.find((one) => one.start > mark.start && one.level === mark.level)
  if (!next || next.start - mark.start > CAPTION_CHARS) return undefined
  return `calc(var(--record-size) * ${((next.start - mark.start) * 0.47).toFixed(1)})`
}

/** The number of lines below a mark, which are those of all marks that overlap it: its caption stands below them. */
function linesBelow(mark: Mark, marks: readonly Mark[]): number {
  return Math.max(0, ...marks.filter((one) => isOwn(one) && overlaps(one, mark)).map(({ level }) => level))
}

/** A line below the text for each mark but the first, whose tint is visible, so that overlapping marks are all visible. */
function linesOf(marks: readonly Mark[], labels: ReadonlyMap<string, TintedLabel>): string {
  return marks
    .filter(isOwn)
    .slice(1)
    .flatMap(({ label }, index) => {
      const tint = labels.get(label)?.tint ?? 0
      const line = `0 ${index * LINE_PX + 2}px 0 var(--entity-${tint}-line)`
      return [line, `0 ${(index + 1) * LINE_PX}px 0 var(--sheet)`]
    })
    .join(', ')
}
