import { overlaps, type TextRange } from '@postil/domain/spans/ranges'
import {
  type ComponentType,
  type KeyboardEvent,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { t } from '../i18n/index.ts'
import { useStableCallback } from '../ui/browser/use-stable-callback.ts'
import { lazy } from '../ui/loading/lazy.tsx'
import { chunkText, marksByChunk } from './chunks.ts'
import { endOfRange } from './hit-test.ts'
import { isSameMark, type Mark } from './marks.ts'
import styles from './SpanField.module.css'
import { useSpanContext } from './span-context.tsx'
import { type OverlapBadgeProps, TextChunk } from './TextChunk.tsx'
import { useLabelKeys } from './use-label-keys.ts'
import { type MarkingInput, useMarking } from './use-marking.ts'
import { useSpanKeys } from './use-span-keys.ts'
import { useSpanPointer } from './use-span-pointer.ts'

const OccurrenceOffer = lazy(() => import('./OccurrenceOffer.tsx').then((m) => m.OccurrenceOffer))
const SpanMenu = lazy(() => import('./SpanMenu.tsx').then((m) => m.SpanMenu))

interface SpanFieldProps extends MarkingInput {
  /** Title of the field, used as its accessible name. */
  title: string
  /** Identifies this text where several share their labels. */
  id?: string
  /** Take the focus when mounted, unless another element has it. */
  takesFocus?: boolean
  /** Called on Escape without a selection. Default: focus the labels of the question. */
  onLeave?: () => void
  /** Details of a mark besides its label: the agent that predicted it, and its score. */
  describe?: (mark: Mark) => string | undefined
  /** Warns about marks that overlap where they should not. */
  OverlapBadge?: ComponentType<OverlapBadgeProps>
  /** Whether a prediction is outside the active filter. */
  isOutside?: ((mark: Mark) => boolean) | undefined
  /** Mark these words in all other records too. */
  onMarkEverywhere?: (words: string, label: string) => void
}

/** Texts with more chunks are laid out chunk by chunk, as these become visible. */
const LONG_CHUNKS = 8

/**
 * A text in which spans are marked: drag over it, tap a word, or move through its words with the arrow keys or their first letters. The
 * range is previewed while dragging; Shift selects by characters, unless the text comes with tokens.
 */
export function SpanField({
  title,
  id,
  takesFocus,
  onLeave,
  describe,
  OverlapBadge,
  isOutside,
  onMarkEverywhere,
  ...input
}: SpanFieldProps) {
  const { name, options, allowsOverlapping, text } = input
  const key = id ?? name
  const howId = useId()
  const context = useSpanContext()
  const marking = useMarking(input)
  const root = useRef<HTMLDivElement>(null)
  const chunks = useMemo(() => chunkText(text), [text])
  const marksOfChunk = useMemo(() => marksByChunk(chunks, marking.marks), [chunks, marking.marks])
  const active = context.activeLabels.get(name)

  const [selected, setSelected] = useState<TextRange>()
  /** The open menu: its label goes to `mark`, else to a new mark of the range. */
  const [menu, setMenu] = useState<{ range: TextRange; hit: readonly Mark[]; mark?: Mark | undefined }>()
  /** Used by pointer: the text then needs no focus ring. */
  const [isByPointer, setByPointer] = useState(false)

  const showOverlap = useCallback((range: TextRange, hit: readonly Mark[]) => setMenu({ range, hit }), [])

  /** A mark that was clicked once: its menu opens unless a second click follows. */
  const pressed = useRef<{ mark: Mark; timer: ReturnType<typeof setTimeout> }>(undefined)
  const takePressed = () => {
    const { current } = pressed
    clearTimeout(current?.timer)
    pressed.current = undefined
    return current?.mark
  }
  useEffect(() => () => clearTimeout(pressed.current?.timer), [])

  const drop = () => {
    takePressed()
    setSelected(undefined)
    setMenu(undefined)
    keys.dropCaret()
  }
  /** Give the label to a mark, if there is one, else to a new mark of the range. */
  const put = (label: string, range: TextRange, mark?: Mark) => {
    if (mark) marking.relabel(mark, label)
    else marking.add(range, label)
    keys.keepPlace(mark && { ...mark, label })
    drop()
  }
  const choose = (range: TextRange, hit: readonly Mark[] = [], mark?: Mark) => {
    const [only] = options
    const label = options.length === 1 ? only?.value : active
    if (label !== undefined && hit.length === 0) put(label, range)
    else setMenu({ range: mark ?? range, hit, mark })
  }

  /** A click on a mark opens its menu, a double click removes it. */
  const pressMark = (hit: readonly Mark[]) => {
    const [mark] = hit
    if (!mark) return
    if (isSameMark(takePressed(), mark)) {
      marking.remove([mark])
      drop()
      return
    }
    pressed.current = { mark, timer: setTimeout(() => setMenu({ range: mark, hit, mark }), DOUBLE_PRESS_MS) }
  }

  const keys = useSpanKeys({
    root,
    text,
    marking,
    selected,
    onChoose: (range) =>
      active === undefined ? choose(range, keys.marksIn(range), keys.marked(true)) : put(active, range, keys.marked()),
    onDrop: drop,
    onLeave: onLeave ?? (() => document.querySelector<HTMLElement>(`${inQuestion(name)} [data-option]`)?.focus()),
  })
  const pointer = useSpanPointer({
    root,
    text,
    tokens: input.tokens,
    selected,
    onSelect: setSelected,
    onChoose: (range) => choose(range),
    onPick: (at, word) => {
      const hit = marking.ownMarksIn({ start: at, end: at + 1 })
      if (hit.length > 0) return pressMark(hit)
      const range = marking.suggestedIn({ start: at, end: at + 1 })[0] ?? word
      if (range) choose({ start: range.start, end: range.end })
      else drop()
    },
    onPress: (isOnText) => {
      setByPointer(true)
      root.current?.focus({ preventScroll: true })
      keys.dropCaret()
      if (!isOnText) drop()
    },
  })
  // The menu took the focus with it when it closed: until the next frame a key, such as that for undo, would reach nothing.
  const hadMenu = useRef(false)
  useLayoutEffect(() => {
    if (hadMenu.current && !menu && isFocusFree()) root.current?.focus({ preventScroll: true })
    hadMenu.current = menu !== undefined
  }, [menu])
  const shownRange = menu?.range ?? selected ?? keys.range
  /** The range that the question's labels act on. The word on which the caret merely rests is not part of it. */
  const chosenRange = keys.isResting ? (menu?.range ?? selected) : shownRange

  // The question's labels act on the selection in this text.
  const markChosen = useStableCallback((label: string): boolean => {
    if (chosenRange) put(label, chosenRange, keys.marked())
    return chosenRange !== undefined
  })
  const markShown = useStableCallback((label: string): boolean => {
    if (shownRange) put(label, shownRange, keys.marked())
    return shownRange !== undefined
  })
  useEffect(() => {
    const { targets } = context
    targets.set(key, {
      label: markChosen,
      focus: () => root.current?.focus({ preventScroll: true }),
    })
    return () => {
      targets.delete(key)
    }
  }, [context, key, markChosen])

  // This text's code may load after the form tried to focus it.
  const isFirst = useRef(takesFocus)
  useEffect(() => {
    if (isFirst.current && isFocusFree()) root.current?.focus({ preventScroll: true })
  }, [])

  const handleLabelKey = useLabelKeys(input, {
    onNothing: () => {
      marking.sayNothing()
      drop()
    },
    onLabel: (label, isNumber) => {
      if (markShown(label)) return
      context.activate(name, !isNumber && active === label ? undefined : label)
    },
  })
  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    setByPointer(false)
    takePressed()
    if (handleLabelKey(event)) return
    if (event.key.startsWith('Arrow')) setSelected(undefined)
    keys.handleKey(event)
  }

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
        aria-describedby={howId}
        data-question-of={key}
        data-keys="span"
        data-long={chunks.length > LONG_CHUNKS || undefined}
        data-by-pointer={isByPointer || undefined}
        {...pointer}
        onKeyDown={handleKey}
        onFocus={({ target }) => target === root.current && !isByPointer && keys.rest()}
        onBlur={({ relatedTarget }) => {
          // Keep the selection: the question's labels act on it, and the window may lose the focus for a while.
          const isInQuestion = relatedTarget?.closest(inQuestion(name)) !== null && !keys.isResting
          if (relatedTarget && !menu && !isInQuestion) drop()
        }}
      >
        {chunks.map((chunk, at) => (
          <TextChunk
            key={chunk.start}
            chunk={chunk}
            marks={marksOfChunk[at] ?? []}
            labels={marking.labels}
            describe={describe}
            isOutside={isOutside}
            OverlapBadge={OverlapBadge}
            onOverlap={showOverlap}
            selected={shownRange && overlaps(chunk, shownRange) ? shownRange : undefined}
            replaces={!allowsOverlapping && selected !== undefined && menu === undefined}
          />
        ))}
      </div>
      {menu && root.current && (
        <Suspense fallback={null}>
          <SpanMenu
            key={`${menu.range.start}:${menu.range.end}`}
            anchor={boxInside(root.current, menu.range.end)}
            text={marking.textOf(menu.range)}
            textOf={marking.textOf}
            options={options}
            labels={marking.labels}
            favourite={marking.favouriteFor(menu.range)}
            hit={menu.hit}
            onChoose={(label) => put(label, menu.range, menu.mark)}
            onRemove={(mark) => {
              marking.remove([mark])
              drop()
            }}
            onMarkEverywhere={
              onMarkEverywhere &&
              ((mark) => {
                onMarkEverywhere(marking.textOf(mark), mark.label)
                drop()
              })
            }
            onClose={() => {
              drop()
              root.current?.focus({ preventScroll: true })
            }}
            onAway={drop}
          />
        </Suspense>
      )}
      {marking.offer && (
        <Suspense fallback={null}>
          <OccurrenceOffer
            key={marking.offer.words}
            text={text}
            marking={marking}
            onMarkEverywhere={onMarkEverywhere}
          />
        </Suspense>
      )}
      <span id={howId} hidden>
        {t('annotate.span.how')}
      </span>
      <span className="visuallyHidden" role="status">
        {marking.news}
      </span>
    </div>
  )
}

/** Two clicks within this time are a double click. */
const DOUBLE_PRESS_MS = 300

/** No other element has the focus. */
function isFocusFree(): boolean {
  const active = document.activeElement
  const isFree = !active || active === document.body || active.id === 'content'
  return isFree && document.querySelector('[data-modal-open]') === null
}

const inQuestion = (name: string) => `[data-question="${CSS.escape(name)}"]`

/** Position of the end of a range, relative to the text. */
function boxInside(root: HTMLElement, end: number): { left: number; top: number; height: number } {
  const box = endOfRange(root, end)
  if (!box) return { left: 0, top: 0, height: 0 }
  const outer = root.getBoundingClientRect()
  return { left: box.right - outer.left, top: box.top - outer.top, height: box.height }
}
