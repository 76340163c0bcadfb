import { indexOffsets } from '@postil/domain/spans/code-points'
import { overlaps, type TextRange } from '@postil/domain/spans/ranges'
import { useMemo, useState } from 'react'
import { t } from '../i18n/index.ts'
import {
  addSpan,
  addSpans,
  isOwn,
  isSameMark,
  type Mark,
  marksOf,
  removeSpan,
  shortestFirst,
  spanKey,
} from './marks.ts'
import { occurrencesOf } from './occurrences.ts'
import type { Span, SpanTask } from './span.ts'
import { useSpanContext } from './span-context.tsx'
import { tintLabels } from './tints.ts'
import { type Words, wordsOf } from './words.ts'

/** A text to mark, and the marks it has. Spans count code points. */
export interface MarkingInput extends SpanTask {
  text: string
  /** The tokens that can be marked: ranges in UTF-16 units, in order. Without them, words or single characters of the text. */
  tokens?: Words
  /** The spans are prefilled from the suggestion and not yet accepted. */
  isPrefilled?: boolean
  /** @param replaced - spans that a new one replaced */
  onAnswer: (spans: Span[], replaced: readonly Span[]) => void
}

/** The marks of one text and the operations on them; ranges are in UTF-16 units, spans in code points. */
export function useMarking(input: MarkingInput) {
  const { name, options, allowsOverlapping, text, tokens, spans, suggested, isPrefilled = false } = input
  const { nothing, onAnswer } = input
  const { lastLabels } = useSpanContext()
  const [news, setNews] = useState('')
  /** The mark made last: as long as it exists, its other occurrences are offered. */
  const [markedLast, setMarkedLast] = useState<TextRange & { label: string }>()
  /** Start offsets of the offered occurrences that the user excluded. */
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(NONE)
  const labels = useMemo(() => tintLabels(options), [options])
  const index = useMemo(() => indexOffsets(text), [text])
  const words = useMemo(() => tokens ?? wordsOf(text), [tokens, text])
  const placed = useMemo(() => marksOf(index, spans, suggested, isPrefilled), [index, spans, suggested, isPrefilled])
  // After an undo the mark is gone: offer no more occurrences.
  const offeredFor = markedLast && placed.some((mark) => isSameMark(mark, markedLast)) ? markedLast : undefined
  const occurrences = useMemo(
    () =>
      offeredFor ? occurrencesOf(text, words, text.slice(offeredFor.start, offeredFor.end), placed.filter(isOwn)) : [],
    [text, words, offeredFor, placed],
  )
  const wanted = useMemo(() => occurrences.filter(({ start }) => !leftOut.has(start)), [occurrences, leftOut])
  const marks = useMemo(() => withOffered(placed, wanted, offeredFor?.label), [placed, wanted, offeredFor])

  const textOf = ({ start, end }: TextRange) => text.slice(start, end)
  const labelText = (label: string) => labels.get(label)?.text ?? label
  const said = ({ label, ...range }: TextRange & { label: string }) =>
    t('annotate.span.added', { label: labelText(label), text: textOf(range) })
  const toSpan = ({ start, end }: TextRange, label: string): Span => ({
    label,
    start: index.toCodePoints(start),
    end: index.toCodePoints(end),
  })
  const offer = (mark: (TextRange & { label: string }) | undefined) => {
    setMarkedLast(mark)
    setLeftOut(NONE)
  }
  const put = (range: TextRange, label: string, others: readonly Span[]) => {
    const { spans: next, replaced } = addSpan(others, toSpan(range, label), allowsOverlapping)
    lastLabels.set(name, label)
    offer({ start: range.start, end: range.end, label })
    onAnswer(next, replaced)
    const added = said({ ...range, label })
    setNews(replaced.length > 0 ? `${added}. ${t('annotate.span.replaced', { count: replaced.length })}` : added)
  }

  return {
    labels,
    words,
    marks,
    /** Text for screen readers. */
    news,
    tell: setNews,
    textOf,
    labelText,
    /** The user's own marks that touch a range, the shortest first. */
    ownMarksIn: (range: TextRange) => shortestFirst(marks.filter((mark) => isOwn(mark) && overlaps(mark, range))),
    /** Marks of a suggestion that touch a range, the shortest first. */
    suggestedIn: (range: TextRange) =>
      shortestFirst(marks.filter((mark) => mark.kind === 'suggested' && overlaps(mark, range))),
    add: (range: TextRange, label: string) => put(range, label, spans),
    relabel: (mark: Mark, label: string) => put(mark, label, removeSpan(spans, toSpan(mark, mark.label))),
    /** @param left - marks that stay there, named with those removed */
    remove: (gone: readonly Mark[], left: readonly Mark[] = []) => {
      const keys = new Set(gone.map((mark) => spanKey(toSpan(mark, mark.label))))
      const rest = spans.filter((span) => !keys.has(spanKey(span)))
      if (rest.length === spans.length) return
      offer(undefined)
      onAnswer(rest, [])
      setNews([...gone.map((mark) => t('annotate.span.removed', { text: said(mark) })), ...left.map(said)].join('. '))
    },
    /** Give the answer "nothing to mark", or withdraw it. */
    sayNothing: () => {
      if (!nothing) return
      offer(undefined)
      nothing.toggle()
      setNews(t(nothing.isSaid ? 'annotate.span.none' : 'annotate.span.saidNothing'))
    },
    /** Unmarked occurrences of the words marked last. */
    offer: offeredFor && { words: textOf(offeredFor), label: offeredFor.label, occurrences, wanted },
    /** Offer the other occurrences of a mark. */
    offerFor: ({ start, end, label }: Mark) => offer({ start, end, label }),
    dropOffer: () => offer(undefined),
    /** Exclude an offered occurrence, or include it again. */
    toggleOccurrence: ({ start }: TextRange) => {
      setLeftOut((now) =>
        now.has(start) ? new Set([...now].filter((one) => one !== start)) : new Set([...now, start]),
      )
    },
    /** Mark the offered occurrences. @returns whether there were any */
    markOccurrences: () => {
      if (!offeredFor || wanted.length === 0) return false
      const added = wanted.map((range) => toSpan(range, offeredFor.label))
      onAnswer(addSpans(spans, added), [])
      setNews(t('annotate.span.markedAll', { count: added.length, text: textOf(offeredFor) }))
      return true
    },
    /** The label to offer first: the one suggested for exactly this range, else the last one used. */
    favouriteFor: (range: TextRange) => {
      const { start, end } = toSpan(range, '')
      return suggested.find((span) => span.start === start && span.end === end)?.label ?? lastLabels.get(name)
    },
  }
}

const NONE: ReadonlySet<number> = new Set()

export type Marking = ReturnType<typeof useMarking>

/** Marks together with the offered occurrences, in text order. */
function withOffered(marks: readonly Mark[], ranges: readonly TextRange[], label: string | undefined): readonly Mark[] {
  if (label === undefined || ranges.length === 0) return marks
  const offered = ranges.map(({ start, end }): Mark => ({ start, end, label, kind: 'offered', level: 0 }))
  return [...marks, ...offered].sort((one, other) => one.start - other.start || other.end - one.end)
}
