import type { TextRange } from '@postil/domain/spans/ranges'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { t } from '../i18n/index.ts'
import { endOfRange } from './hit-test.ts'
import { isOwn, isSameMark, type Mark } from './marks.ts'
import type { Marking } from './use-marking.ts'
import { type Caret, capitalisedRun, caretRange, isRightToLeft, moveCaret, wordAt, wordWithLetter } from './words.ts'

interface SpanKeysInput {
  root: RefObject<HTMLDivElement | null>
  text: string
  marking: Marking
  /** The range selected by pointer, if any. */
  selected: TextRange | undefined
  /** Called on Enter. */
  onChoose: (range: TextRange) => void
  onDrop: () => void
  /** Called on Escape without a selection. */
  onLeave: () => void
}

/**
 * Keyboard control of a marked text: move through words with the arrow keys or their first letters, select with Shift, remove marks,
 * jump from mark to mark, mark the other occurrences.
 */
export function useSpanKeys({ root, text, marking, selected, onChoose, onDrop, onLeave }: SpanKeysInput) {
  const { words } = marking
  const [caret, setCaret] = useState<Caret>()
  /** The caret rests on the first word and has not been moved: it shows what a label's number would mark; other keys act on the record. */
  const [isResting, setResting] = useState(false)
  /** The last position: the next arrow key continues from there. */
  const lastCaret = useRef<Caret>(undefined)
  /** The mark that the caret has jumped to and not left: the same words may have other marks, too. */
  const jumped = useRef<Mark>(undefined)
  const isJumped = (mark: Mark) => isSameMark(jumped.current, mark)
  const range = caret && caretRange(words, caret)
  /** The user's own marks that touch a range: that jumped to, then the shortest first. */
  const marksIn = (within: TextRange) =>
    marking.ownMarksIn(within).sort((one, other) => Number(isJumped(other)) - Number(isJumped(one)))

  const goTo = (next: Caret, mark?: Mark) => {
    setCaret(next)
    setResting(false)
    lastCaret.current = next
    jumped.current = mark
    const reached = caretRange(words, next)
    if (!reached) return
    const word = marking.textOf(reached)
    const on = (mark ? [mark] : marking.ownMarksIn(reached)).map(({ label }) => marking.labelText(label))
    marking.tell(on.length > 0 ? t('annotate.span.caretIn', { word, labels: on.join(', ') }) : word)
    keepInSight(root.current, reached.end)
  }
  const goToMark = (by: 1 | -1): boolean => {
    const own = marking.marks.filter(isOwn)
    const from = isResting ? undefined : (caret ?? lastCaret.current)
    const here = (from && caretRange(words, from)?.start) ?? (by === 1 ? -1 : text.length)
    const at = own.findIndex(isJumped)
    const behind = by === 1 ? own.find(({ start }) => start > here) : own.findLast(({ start }) => start < here)
    const next = at < 0 ? behind : own[at + by]
    if (next) goTo({ anchor: wordAt(words, next.start), at: wordAt(words, Math.max(next.start, next.end - 1)) }, next)
    return next !== undefined
  }
  const move = (by: number, isExtending: boolean, from = caret ?? lastCaret.current) =>
    goTo(moveCaret(from, by, words.length, isExtending))

  const here = () => (isResting ? undefined : (caret ?? lastCaret.current))?.at ?? -1
  /** With Shift the selection is extended to the word, else only the word is selected. */
  const goToLetter = (letter: string, isExtending: boolean): boolean => {
    const found = wordWithLetter(text, words, here(), letter)
    if (found === undefined) return false
    const anchor = caret?.anchor ?? lastCaret.current?.anchor ?? found
    if (!isExtending) goTo({ anchor: found, at: found })
    else if (found > here()) goTo({ anchor, at: found, isSelection: true })
    return true
  }
  const goToCapitals = (): boolean => {
    const run = capitalisedRun(text, words, here()) ?? capitalisedRun(text, words, -1)
    if (run) goTo(run)
    return run !== undefined
  }
  const markOthers = (): boolean => {
    const now = selected ?? range
    const [own] = now ? marksIn(now) : []
    if (!own) return marking.markOccurrences()
    marking.offerFor(own)
    return true
  }

  /**
   * The mark at the caret whose label a chosen label changes; without one, and for a selection, the label makes a new mark.
   *
   * @param isInside - the caret's word may be a part of the mark
   */
  const marked = (isInside = false): Mark | undefined => {
    if (!range || selected || caret.isSelection) return undefined
    const isAnyPart = isInside && caret.anchor === caret.at
    const isWhole = ({ start, end }: Mark) => start === range.start && end === range.end
    return marksIn(range).find((mark) => isAnyPart || isJumped(mark) || isWhole(mark))
  }

  /** Remove all marks of a selection, else one mark: that jumped to, or the shortest. The caret stays until the last is gone. */
  const removeMarks = (own: readonly Mark[]) => {
    const isSelection = selected !== undefined || (caret?.anchor !== caret?.at && !own.some(isJumped))
    const [one] = own
    const left = isSelection ? [] : own.filter((mark) => mark !== one)
    marking.remove(isSelection || !one ? own : [one], left)
    jumped.current = caret?.anchor === caret?.at ? undefined : left[0]
    if (left.length === 0) onDrop()
  }

  /** @returns whether the key was used */
  const act = (event: KeyboardEvent): boolean => {
    const now = selected ?? range
    const isUnmoved = selected === undefined && isResting
    switch (event.key) {
      case 'ArrowRight':
      case 'ArrowLeft':
        // In Arabic and Hebrew the next word is to the left.
        move((event.key === 'ArrowLeft') === isRightToLeft(text, words[here()]?.start ?? 0) ? 1 : -1, event.shiftKey)
        return true
      case 'Home':
        move(0, false, { anchor: 0, at: 0 })
        return true
      case 'End':
        move(words.length, false, { anchor: 0, at: 0 })
        return true
      // Without a mark to jump to, these letters are handled like any others.
      case 'n':
        return goToMark(1) || goToLetter('n', false)
      case 'p':
        return goToMark(-1) || goToLetter('p', false)
      case 'M':
        return event.shiftKey && markOthers()
      case '.':
        return goToCapitals()
      case 'Enter':
        if (now && !isUnmoved) onChoose(now)
        return now !== undefined && !isUnmoved
      case 'Delete':
      case 'Backspace': {
        const own = now ? marksIn(now) : []
        // With Shift the key acts on the record, not on a mark; likewise before the caret was moved, unless it rests on a mark.
        if (event.shiftKey || !now || (isUnmoved && own.length === 0)) return false
        removeMarks(own)
        return true
      }
      case 'Escape':
        if (now && !isUnmoved) onDrop()
        else onLeave()
        return true
      default:
        return /^\p{L}$/u.test(event.key) && goToLetter(event.key, event.shiftKey)
    }
  }

  const handleKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !act(event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  const dropCaret = () => {
    setCaret(undefined)
    setResting(false)
  }
  /**
   * The caret's selection was used: the next key continues from there, even if the caret only rested there.
   *
   * @param mark - a mark that was changed there
   */
  const keepPlace = (mark: Mark | undefined) => {
    lastCaret.current = caret ?? lastCaret.current
    jumped.current = mark
  }
  /** The text got the focus: the caret rests on its first word until it is moved. */
  const rest = () => {
    if (lastCaret.current || selected || words.length === 0) return
    setCaret({ anchor: 0, at: 0 })
    setResting(true)
  }
  return { range, isResting, marksIn, marked, handleKey, dropCaret, keepPlace, rest }
}

/**
 * Scroll to the end of a range.
 *
 * @param tries - repeats, since a chunk of a long text gets its true height only once it is visible, which may move the target
 */
function keepInSight(root: HTMLElement | null, end: number, tries = 3): void {
  const pane = root?.closest('[data-record-body]')
  const box = root && endOfRange(root, end)
  if (!pane || !box) return
  const { top, bottom, height } = pane.getBoundingClientRect()
  if (box.top >= top + 20 && box.bottom <= bottom - 40) return
  pane.scrollBy({ top: box.top - top - height / 2 })
  if (tries > 0) requestAnimationFrame(() => keepInSight(root, end, tries - 1))
}
