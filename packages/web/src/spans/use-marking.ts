import { indexOffsets } from '@postil/domain/spans/code-points'
import { overlaps, type TextRange } from '@postil/domain/spans/ranges'
import { useMemo, useState } from 'react'
import { t } from '../i18n/index.ts'
import { addSpan, type Mark, marksOf, removeSpan, spanKey } from './marks.ts'
import type { Span, SpanTask } from './span.ts'
import { useSpanDesk } from './span-desk.ts'
import { tintLabels } from './tints.ts'

export interface MarkingInput extends SpanTask {
  text: string
  onAnswer: (spans: Span[]) => void
}

/** The marks of one text, and what can be done to them; ranges are in UTF-16 units, spans in code points. */
export function useMarking(input: MarkingInput) {
  const { name, options, allowsOverlapping, text, spans, suggested, onAnswer } = input
  const { lastLabels } = useSpanDesk()
  const [news, setNews] = useState('')
  const labels = useMemo(() => tintLabels(options), [options])
  const index = useMemo(() => indexOffsets(text), [text])
  const marks = useMemo(() => marksOf(index, spans, suggested), [index, spans, suggested])

  const textOf = ({ start, end }: TextRange) => text.slice(start, end)
  const labelText = (label: string) => labels.get(label)?.text ?? label
  const toSpan = ({ start, end }: TextRange, label: string): Span => ({
    label,
    start: index.toCodePoints(start),
    end: index.toCodePoints(end),
  })
  const put = (range: TextRange, label: string, others: readonly Span[]) => {
    const { spans: next, replaced } = addSpan(others, toSpan(range, label), allowsOverlapping)
    lastLabels.set(name, label)
    onAnswer(next)
    const added = t('annotate.span.added', { label: labelText(label), text: textOf(range) })
    setNews(replaced.length > 0 ? `${added}. ${t('annotate.span.replaced', { count: replaced.length })}` : added)
  }

  return {
    labels,
    marks,
    /** What to read out. */
    news,
    tell: setNews,
    textOf,
    labelText,
    /** The user's own marks that touch a range. */
    ownMarksIn: (range: TextRange) => marks.filter((mark) => mark.kind !== 'suggested' && overlaps(mark, range)),
    add: (range: TextRange, label: string) => put(range, label, spans),
    relabel: (mark: Mark, label: string) => put(mark, label, removeSpan(spans, toSpan(mark, mark.label))),
    remove: (gone: readonly Mark[]) => {
      const keys = new Set(gone.map((mark) => spanKey(toSpan(mark, mark.label))))
      const left = spans.filter((span) => !keys.has(spanKey(span)))
      if (left.length === spans.length) return
      onAnswer(left)
      setNews(gone.map((mark) => t('annotate.span.removed', { text: textOf(mark) })).join('. '))
    },
    /** The label to offer first: what is suggested for exactly this range, else the last one given. */
    favouriteFor: (range: TextRange) => {
      const { start, end } = toSpan(range, '')
      return suggested.find((span) => span.start === start && span.end === end)?.label ?? lastLabels.get(name)
    },
  }
}

export type Marking = ReturnType<typeof useMarking>
