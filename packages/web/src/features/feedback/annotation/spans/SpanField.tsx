import type { AnswerValue, Span } from '@postil/contract/feedback/answer-value'
import { isSpans } from '@postil/domain/answers/check-spans'
import { indexOffsets } from '@postil/domain/spans/code-points'
import { overlaps, type TextRange } from '@postil/domain/spans/ranges'
import { snapToGraphemes, snapToWords } from '@postil/domain/spans/snap'
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { RecordSuggestion } from '../../../../api/record.ts'
import { t } from '../../../../i18n/index.ts'
import { useDigits } from '../form/use-digits.ts'
import type { QuestionOf } from '../questions/question-props.ts'
import { chunkText, marksByChunk } from './chunks.ts'
import { charAtPoint, endOfRange, nativeSelection } from './hit-test.ts'
import { addSpan, type Mark, marksOf, removeSpan, spanKey } from './marks.ts'
import styles from './SpanField.module.css'
import { SpanMenu } from './SpanMenu.tsx'
import { useSpanDesk } from './span-desk.ts'
import { TextChunk } from './TextChunk.tsx'
import { tintLabels } from './tints.ts'
import { type Caret, caretRange, moveCaret, wordAt, wordsOf } from './words.ts'

interface SpanFieldProps {
  question: QuestionOf<'span'>
  /** Of the field, for its name. */
  title: string
  text: string
  value: AnswerValue | undefined
  suggestion: RecordSuggestion | undefined
  onAnswer: (spans: Span[]) => void
}

/** How long a finger's selection must rest before labels are offered. */
const TOUCH_SETTLE_MS = 500

/**
 * A text to mark: drag over it, tap a word, or go through its words with the arrow keys. What will be marked shows
 * before the pointer is let go; Shift marks by characters.
 */
export function SpanField({ question, title, text, value, suggestion, onAnswer }: SpanFieldProps) {
  const { name, settings } = question
  const desk = useSpanDesk()
  const root = useRef<HTMLDivElement>(null)
  const labels = useMemo(() => tintLabels(settings.options), [settings.options])
  const chunks = useMemo(() => chunkText(text), [text])
  const words = useMemo(() => wordsOf(text), [text])
  const index = useMemo(() => indexOffsets(text), [text])
  const spans = spansOf(value)
  const suggested = spansOf(suggestion?.value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lists follow from these two
  const marks = useMemo(() => marksOf(index, spans, suggested), [index, value, suggestion])
  const marksOfChunk = useMemo(() => marksByChunk(chunks, marks), [chunks, marks])
  const levels = marks.reduce((most, { level }) => Math.max(most, level), 0)

  const [selected, setSelected] = useState<TextRange>()
  const [caret, setCaret] = useState<Caret>()
  const lastCaret = useRef<Caret>(undefined)
  const [menu, setMenu] = useState<{ range: TextRange; hit: readonly Mark[] }>()
  const [news, setNews] = useState('')
  /** Where the pointer is, the eye needs no frame around the text. */
  const [isByPointer, setByPointer] = useState(false)
  const shownRange = menu?.range ?? selected ?? (caret && caretRange(words, caret))
  const active = desk.activeLabels.get(name)

  const textOf = ({ start, end }: TextRange) => text.slice(start, end)
  const labelText = (label: string) => labels.get(label)?.text ?? label
  const toSpan = (range: TextRange, label: string): Span => ({
    label,
    start: index.toCodePoints(range.start),
    end: index.toCodePoints(range.end),
  })

  const drop = () => {
    setSelected(undefined)
    setCaret(undefined)
    setMenu(undefined)
  }
  const add = (range: TextRange, label: string) => {
    const { spans: next, replaced } = addSpan(spans, toSpan(range, label), settings.allow_overlapping)
    desk.lastLabels.set(name, label)
    onAnswer(next)
    const words = t('annotate.span.added', { label: labelText(label), text: textOf(range) })
    setNews(replaced.length > 0 ? `${words}. ${t('annotate.span.replaced', { count: replaced.length })}` : words)
    drop()
  }
  const remove = (hit: readonly Mark[]) => {
    const keys = new Set(hit.map((mark) => spanKey(toSpan(mark, mark.label))))
    const gone = spans.filter((span) => keys.has(spanKey(span)))
    if (gone.length === 0) return
    onAnswer(spans.filter((span) => !keys.has(spanKey(span))))
    setNews(hit.map((mark) => t('annotate.span.removed', { text: textOf(mark) })).join('. '))
    drop()
  }
  const relabel = (mark: Mark, label: string) => {
    const rest = removeSpan(spans, toSpan(mark, mark.label))
    onAnswer(addSpan(rest, toSpan(mark, label), settings.allow_overlapping).spans)
    desk.lastLabels.set(name, label)
    setNews(t('annotate.span.added', { label: labelText(label), text: textOf(mark) }))
    drop()
  }
  const ownMarksIn = (range: TextRange) => marks.filter((mark) => mark.kind !== 'suggested' && overlaps(mark, range))
  const choose = (range: TextRange, hit: readonly Mark[]) => {
    if (active !== undefined && hit.length === 0) add(range, active)
    else setMenu({ range, hit })
  }

  // The question's labels act on what is selected here.
  const latest = useRef({ shownRange, add })
  useEffect(() => {
    latest.current = { shownRange, add }
  })
  useEffect(() => {
    const { targets } = desk
    targets.set(name, {
      label: (label) => {
        const { shownRange: range, add: mark } = latest.current
        if (range) mark(range, label)
        return range !== undefined
      },
      focus: () => root.current?.focus({ preventScroll: true }),
    })
    return () => {
      targets.delete(name)
    }
  }, [desk, name])

  const snap = (from: number, to: number, byCharacters: boolean) => {
    const range = { start: Math.min(from, to), end: Math.max(from, to) + 1 }
    return byCharacters ? snapToGraphemes(text, range) : snapToWords(text, range)
  }
  const press = useRef<{ from: number; hasMoved: boolean }>(undefined)

  const handlePointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || !root.current || event.pointerType === 'touch') return
    // The browser's own selection would hide what is going to be marked.
    event.preventDefault()
    setByPointer(true)
    root.current.focus({ preventScroll: true })
    setCaret(undefined)
    const from = charAtPoint(root.current, event.clientX, event.clientY)
    if (from === undefined) return drop()
    press.current = { from, hasMoved: false }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const handlePointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const start = press.current
    if (!start || !root.current) return
    const to = charAtPoint(root.current, event.clientX, event.clientY)
    if (to === undefined || (to === start.from && !start.hasMoved)) return
    start.hasMoved = true
    setSelected(snap(start.from, to, event.shiftKey))
  }
  const handlePointerUp = (event: PointerEvent<HTMLDivElement>) => {
    const start = press.current
    press.current = undefined
    if (!root.current) return
    if (event.pointerType === 'touch') return tap(event)
    if (!start) return
    if (start.hasMoved) {
      if (selected) choose(selected, [])
      return
    }
    pick(start.from, event.shiftKey)
  }
  const tap = (event: PointerEvent<HTMLDivElement>) => {
    if (!root.current || nativeSelection(root.current)) return
    const at = charAtPoint(root.current, event.clientX, event.clientY)
    if (at !== undefined) pick(at, false)
  }
  /** One place was pressed: the marks there, else its word. */
  const pick = (at: number, byCharacters: boolean) => {
    const hit = ownMarksIn({ start: at, end: at + 1 })
    const shortest = hit.toSorted((one, other) => one.end - one.start - (other.end - other.start))[0]
    const range = shortest ?? snap(at, at, byCharacters)
    if (range) choose({ start: range.start, end: range.end }, hit)
    else drop()
  }

  // A finger selects as everywhere; once it rests, labels are offered.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const handleSelection = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        const range = root.current && nativeSelection(root.current)
        const snapped = range && snapToWords(text, range)
        if (!snapped) return
        getSelection()?.removeAllRanges()
        setMenu({ range: snapped, hit: [] })
      }, TOUCH_SETTLE_MS)
    }
    document.addEventListener('selectionchange', handleSelection)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('selectionchange', handleSelection)
    }
  }, [text])

  const goTo = (next: Caret) => {
    setCaret(next)
    lastCaret.current = next
    setSelected(undefined)
    const range = caretRange(words, next)
    if (!range) return
    const on = ownMarksIn(range).map((mark) => labelText(mark.label))
    const word = textOf(range)
    setNews(
      on.length > 0 ? t('annotate.span.caretIn', { word, labels: on.join(', ') }) : t('annotate.span.caret', { word }),
    )
    const box = root.current && endOfRange(root.current, range.end)
    const pane = root.current?.closest('[data-record-body]')
    const paneBox = pane?.getBoundingClientRect()
    if (box && paneBox && (box.top < paneBox.top + 20 || box.bottom > paneBox.bottom - 40)) {
      pane?.scrollBy({ top: box.top - paneBox.top - paneBox.height / 2 })
    }
  }
  const goToMark = (by: 1 | -1) => {
    const own = marks.filter(({ kind }) => kind !== 'suggested')
    const here = shownRange?.start ?? (by === 1 ? -1 : text.length)
    const next = by === 1 ? own.find(({ start }) => start > here) : own.findLast(({ start }) => start < here)
    if (next) goTo({ anchor: wordAt(words, next.start), at: wordAt(words, Math.max(next.start, next.end - 1)) })
  }
  const handleDigit = useDigits(
    settings.options.map((_, at) => at + 1),
    (number) => {
      const option = settings.options[number - 1]
      if (!option) return
      if (latest.current.shownRange) latest.current.add(latest.current.shownRange, option.value)
      else desk.activate(name, option.value)
    },
  )
  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (menu || event.ctrlKey || event.metaKey || event.altKey) return
    setByPointer(false)
    if (handleDigit(event)) return
    const range = selected ?? (caret && caretRange(words, caret))
    const hasHandled = keyActions(event, range)
    if (!hasHandled) return
    event.preventDefault()
    event.stopPropagation()
  }
  const keyActions = (event: KeyboardEvent, range: TextRange | undefined): boolean => {
    const start = caret ?? lastCaret.current
    switch (event.key) {
      case 'ArrowRight':
      case 'ArrowLeft': {
        const by = event.key === 'ArrowRight' ? 1 : -1
        goTo(moveCaret(start, by, words.length, event.shiftKey))
        return true
      }
      case 'Home':
      case 'End':
        goTo(moveCaret({ anchor: 0, at: 0 }, event.key === 'Home' ? 0 : words.length, words.length, false))
        return true
      case 'Enter':
        if (range) choose(range, active === undefined ? ownMarksIn(range) : [])
        return range !== undefined
      case 'Delete':
      case 'Backspace':
        if (range) remove(ownMarksIn(range))
        return range !== undefined
      case 'n':
      case 'p':
        goToMark(event.key === 'n' ? 1 : -1)
        return true
      case 'Escape':
        if (range) drop()
        else document.querySelector<HTMLElement>(`[data-question="${CSS.escape(name)}"] [data-option]`)?.focus()
        return true
      default:
        return false
    }
  }

  const anchorBox = menu && root.current ? boxInside(root.current, menu.range.end) : undefined
  return (
    <div className={styles.around}>
      {/* biome-ignore lint/a11y/useSemanticElements: it is a text, not a set of controls */}
      <div
        ref={root}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys mark the text
        tabIndex={0}
        dir="auto"
        className={styles.field}
        aria-label={t('annotate.span.field', { field: title })}
        aria-describedby={`span-how-${name}`}
        data-question-of={name}
        data-by-pointer={isByPointer || undefined}
        style={{ lineHeight: `calc(2.5em + ${levels * 12}px)` }}
        onPointerDown={handlePointerDown}
        onPointerMove={handlePointerMove}
        onPointerUp={handlePointerUp}
        onPointerCancel={() => {
          press.current = undefined
          setSelected(undefined)
        }}
        onKeyDown={handleKey}
        onBlur={(event) => {
          if (!event.relatedTarget || menu) return
          // The question's labels act on what is selected.
          const goesToQuestion = event.relatedTarget.closest(`[data-question="${CSS.escape(name)}"]`) !== null
          if (!goesToQuestion) drop()
        }}
      >
        {chunks.map((chunk, at) => (
          <TextChunk
            key={chunk.start}
            chunk={chunk}
            marks={marksOfChunk[at] ?? []}
            labels={labels}
            selected={shownRange && overlaps(chunk, shownRange) ? shownRange : undefined}
            replaces={!settings.allow_overlapping && menu === undefined && caret === undefined}
          />
        ))}
      </div>
      {menu && anchorBox && (
        <SpanMenu
          key={`${menu.range.start}:${menu.range.end}`}
          anchor={anchorBox}
          text={textOf(menu.range)}
          options={settings.options}
          labels={labels}
          favourite={favouriteOf(suggested, toSpan(menu.range, ''), desk.lastLabels.get(name))}
          hit={menu.hit}
          onChoose={(label) => {
            const [only] = menu.hit
            if (menu.hit.length === 1 && only) relabel(only, label)
            else add(menu.range, label)
          }}
          onRemove={(mark) => remove([mark])}
          onClose={() => {
            setMenu(undefined)
            setSelected(undefined)
            root.current?.focus({ preventScroll: true })
          }}
        />
      )}
      <span id={`span-how-${name}`} hidden>
        {t('annotate.span.how')}
      </span>
      <span className="visuallyHidden" role="status">
        {news}
      </span>
    </div>
  )
}

function spansOf(value: AnswerValue | undefined): readonly Span[] {
  return value !== undefined && isSpans(value) ? value : []
}

/** The label to offer first: what is suggested for exactly this stretch, else the last one given. */
function favouriteOf(suggested: readonly Span[], { start, end }: Span, last: string | undefined): string | undefined {
  return suggested.find((span) => span.start === start && span.end === end)?.label ?? last
}

function boxInside(root: HTMLElement, end: number): { left: number; top: number; height: number } {
  const box = endOfRange(root, end)
  if (!box) return { left: 0, top: 0, height: 0 }
  const outer = root.getBoundingClientRect()
  return { left: box.right - outer.left, top: box.top - outer.top, height: box.height }
}
