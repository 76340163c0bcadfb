import type { TextRange } from '@postil/domain/spans/ranges'
import { type KeyboardEvent, type RefObject, useMemo, useRef, useState } from 'react'
import { t } from '../i18n/index.ts'
import { endOfRange } from './hit-test.ts'
import type { Marking } from './use-marking.ts'
import { type Caret, caretRange, moveCaret, wordAt, wordsOf } from './words.ts'

interface SpanKeysInput {
  root: RefObject<HTMLDivElement | null>
  text: string
  marking: Marking
  /** What the pointer has selected, if anything. */
  selected: TextRange | undefined
  /** Enter on a selection. */
  onChoose: (range: TextRange) => void
  onDrop: () => void
  /** Escape without a selection. */
  onLeave: () => void
}

/** Go through the words of a text with the arrow keys, select with Shift, remove marks, jump from mark to mark. */
export function useSpanKeys({ root, text, marking, selected, onChoose, onDrop, onLeave }: SpanKeysInput) {
  const words = useMemo(() => wordsOf(text), [text])
  const [caret, setCaret] = useState<Caret>()
  /** Where it was: the next arrow goes on from there. */
  const lastCaret = useRef<Caret>(undefined)
  const range = caret && caretRange(words, caret)

  const goTo = (next: Caret) => {
    setCaret(next)
    lastCaret.current = next
    const reached = caretRange(words, next)
    if (!reached) return
    const word = marking.textOf(reached)
    const on = marking.ownMarksIn(reached).map(({ label }) => marking.labelText(label))
    marking.tell(on.length > 0 ? t('annotate.span.caretIn', { word, labels: on.join(', ') }) : word)
    keepInSight(root.current, reached.end)
  }
  const goToMark = (by: 1 | -1) => {
    const own = marking.marks.filter(({ kind }) => kind !== 'suggested')
    const here = range?.start ?? (by === 1 ? -1 : text.length)
    const next = by === 1 ? own.find(({ start }) => start > here) : own.findLast(({ start }) => start < here)
    if (next) goTo({ anchor: wordAt(words, next.start), at: wordAt(words, Math.max(next.start, next.end - 1)) })
  }
  const move = (by: number, isExtending: boolean, from = caret ?? lastCaret.current) =>
    goTo(moveCaret(from, by, words.length, isExtending))

  /** @returns whether the key did something */
  const act = (event: KeyboardEvent): boolean => {
    const now = selected ?? range
    switch (event.key) {
      case 'ArrowRight':
        move(1, event.shiftKey)
        return true
      case 'ArrowLeft':
        move(-1, event.shiftKey)
        return true
      case 'Home':
        move(0, false, { anchor: 0, at: 0 })
        return true
      case 'End':
        move(words.length, false, { anchor: 0, at: 0 })
        return true
      case 'n':
        goToMark(1)
        return true
      case 'p':
        goToMark(-1)
        return true
      case 'Enter':
        if (now) onChoose(now)
        return now !== undefined
      case 'Delete':
      case 'Backspace':
        // With Shift it is about the record, not about a mark.
        if (event.shiftKey) return false
        if (now) marking.remove(marking.ownMarksIn(now))
        if (now) onDrop()
        return now !== undefined
      case 'Escape':
        if (now) onDrop()
        else onLeave()
        return true
      default:
        return false
    }
  }

  const handleKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !act(event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return { range, handleKey, dropCaret: () => setCaret(undefined) }
}

function keepInSight(root: HTMLElement | null, end: number): void {
  const pane = root?.closest('[data-record-body]')
  const box = root && endOfRange(root, end)
  if (!pane || !box) return
  const { top, bottom, height } = pane.getBoundingClientRect()
  if (box.top < top + 20 || box.bottom > bottom - 40) pane.scrollBy({ top: box.top - top - height / 2 })
}
