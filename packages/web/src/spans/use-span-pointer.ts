import type { TextRange } from '@postil/domain/spans/ranges'
import { snapToGraphemes, snapToRanges, snapToWords } from '@postil/domain/spans/snap'
import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { charAtPoint, nativeSelection } from './hit-test.ts'
import { wholeWord } from './words.ts'

/** How long a finger's selection must rest before labels are offered. */
const TOUCH_SETTLE_MS = 500

interface SpanPointerInput {
  root: RefObject<HTMLDivElement | null>
  text: string
  /** Tokens of the text, when it has any: every selection then covers whole tokens. */
  tokens: readonly TextRange[] | undefined
  /** The selection while the pointer is down. */
  selected: TextRange | undefined
  onSelect: (range: TextRange | undefined) => void
  /** The pointer was released with a selection. */
  onChoose: (range: TextRange) => void
  /** The text was clicked without dragging. @param word - what a new mark would cover there */
  onPick: (at: number, word: TextRange | undefined) => void
  /** The pointer went down, on the text or beside it. */
  onPress: (isOnText: boolean) => void
}

/** Select in a text by dragging with mouse or pen, or by the native touch selection; the range snaps to words while it grows. */
export function useSpanPointer({
  root,
  text,
  tokens,
  selected,
  onSelect,
  onChoose,
  onPick,
  onPress,
}: SpanPointerInput) {
  const press = useRef<{ from: number; hasMoved: boolean }>(undefined)
  const choose = useEffectEvent(onChoose)

  const snap = (from: number, to: number, byCharacters: boolean) => {
    const range = { start: Math.min(from, to), end: Math.max(from, to) + 1 }
    if (tokens) return snapToRanges(tokens, range)
    return byCharacters ? snapToGraphemes(text, range) : snapToWords(text, range)
  }
  const charAt = (event: PointerEvent) => root.current && charAtPoint(root.current, event.clientX, event.clientY)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const handleSelection = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        const range = root.current && nativeSelection(root.current)
        const snapped = range && (tokens ? snapToRanges(tokens, range) : snapToWords(text, range))
        if (!snapped) return
        getSelection()?.removeAllRanges()
        choose(snapped)
      }, TOUCH_SETTLE_MS)
    }
    document.addEventListener('selectionchange', handleSelection)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('selectionchange', handleSelection)
    }
  }, [root, text, tokens])

  return {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      if (event.button !== 0 || event.pointerType === 'touch') return
      // The browser's own selection would hide the preview.
      event.preventDefault()
      const at = charAt(event) ?? undefined
      const from = at !== undefined && tokens && !snapToRanges(tokens, { start: at, end: at + 1 }) ? undefined : at
      onPress(from !== undefined)
      if (from === undefined) return
      press.current = { from, hasMoved: false }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
      const start = press.current
      const to = start && (charAt(event) ?? undefined)
      if (!start || to === undefined || (to === start.from && !start.hasMoved)) return
      start.hasMoved = true
      onSelect(snap(start.from, to, event.shiftKey))
    },
    onPointerUp: (event: PointerEvent<HTMLDivElement>) => {
      const start = press.current
      press.current = undefined
      if (start?.hasMoved) {
        if (selected) onChoose(selected)
        return
      }
      const isTap = event.pointerType === 'touch' && root.current && !nativeSelection(root.current)
      const at = isTap ? charAt(event) : start?.from
      if (typeof at !== 'number') return
      const word = snap(at, at, event.shiftKey)
      onPick(at, word && !tokens && !event.shiftKey ? wholeWord(text, word) : word)
    },
    onPointerCancel: () => {
      press.current = undefined
      onSelect(undefined)
    },
  }
}
