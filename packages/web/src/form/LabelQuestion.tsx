import { Search, Sparkle } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../i18n/index.ts'
import { Icon } from '../ui/Icon.tsx'
import { useStableCallback } from '../ui/use-stable-callback.ts'
import type { AnswerHow } from './answer-how.ts'
import { prospectOf } from './digits.ts'
import styles from './LabelQuestion.module.css'
import { Option } from './Option.tsx'
import { numberHow, type TypedNumber, useDigits } from './use-digits.ts'
import { useExpanded } from './use-expanded.ts'
import { type Choice, type NumberedOption, numberOptions, optionsToShow, VISIBLE_OPTIONS } from './visible-options.ts'

/** From so many options on there is a box to find one. */
const FIND_FROM = 5

interface LabelQuestionProps {
  /** Of the dataset, and of the question in it: what is unfolded is kept under both. */
  datasetId: string
  name: string
  title: string
  choices: readonly Choice[]
  /** Several may be chosen. */
  isMulti: boolean
  /** So many show at first. */
  limit: number
  chosen: readonly string[]
  /** Who suggests which label, in words. */
  suggested: ReadonlyMap<string, string>
  /** @param labels - all that are chosen now, in the order of the choices */
  onAnswer: (labels: readonly string[], how: AnswerHow) => void
}

/** One label, or several: options with fixed numbers, a box to find among many, the rest behind "+n". */
export function LabelQuestion(props: LabelQuestionProps) {
  const { datasetId, name, title, choices, isMulti, limit, suggested, onAnswer } = props
  const options = useMemo(() => numberOptions(choices), [choices])
  const [query, setQuery] = useState('')
  const [isExpanded, setExpanded] = useExpanded(datasetId, name)
  const find = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)

  const chosen = useMemo(() => new Set(props.chosen), [props.chosen])
  const shown = optionsToShow(options, { query, isExpanded, limit, chosen })
  const hiddenCount = query === '' ? options.length - shown.length : 0
  const canFind = options.length >= FIND_FROM || hiddenCount > 0

  const isTouched = useRef(false)
  // An option beyond the fold goes when it is no longer chosen: the keys stay with the question, on its choice.
  const hadFocus = useRef(false)
  useEffect(() => {
    if (!hadFocus.current) return
    hadFocus.current = false
    if (document.activeElement !== document.body) return
    const stop = list.current?.querySelector<HTMLElement>('input:checked') ?? list.current?.querySelector('input')
    stop?.focus()
  })

  const toggle = useStableCallback((label: string, byKey: boolean, typed?: TypedNumber, isFound = false) => {
    // The number of what is filled in already says "yes", unless the user has chosen here before.
    const isFilledIn = suggested.has(label) || typed !== undefined
    const isYes = isFound || (byKey && !isMulti && !isTouched.current && isFilledIn)
    isTouched.current = true
    hadFocus.current = list.current?.contains(document.activeElement) === true
    const isOff = chosen.has(label) && !isYes
    if (isMulti) {
      const labels = choices.map((choice) => choice.value)
      const next = labels.filter((one) => (one === label ? !isOff : chosen.has(one)))
      onAnswer(next, { byKey })
    } else onAnswer(isOff ? [] : [label], { byKey, isFinal: !isOff, ...numberHow(typed) })
    if (!isOff) setQuery('')
  })
  // Space on a focused option is a key too; a label's click comes from the pointer.
  const lastWasKey = useRef(false)
  const handleToggle = useCallback((label: string) => toggle(label, lastWasKey.current), [toggle])

  const { handleDigit, waiting } = useDigits(
    options.map(({ number }) => number),
    (number, typed) => {
      const option = options.find((one) => one.number === number)
      if (option) toggle(option.value, true, typed)
    },
  )

  const handleListKey = (event: KeyboardEvent<HTMLDivElement>) => {
    lastWasKey.current = true
    if (handleDigit(event)) return
    const isLetter = event.key.length === 1 && event.key !== ' ' && event.key !== '/' && event.key !== '?'
    if (isLetter && canFind && !event.ctrlKey && !event.metaKey && !event.altKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      event.stopPropagation()
      setQuery(event.key)
      find.current?.focus()
    } else if (event.key === 'Tab' && !event.shiftKey && hiddenCount > 0 && isLastOption(event, list.current)) {
      event.preventDefault()
      const place = shown.length
      setExpanded(true)
      requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('input')[place]?.focus())
    }
  }

  const handleFindKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const inputs = list.current?.querySelectorAll<HTMLElement>('input')
    if (event.key === 'Escape') {
      event.stopPropagation()
      // All options are back before the first gets the focus, also where none was found.
      flushSync(() => setQuery(''))
      list.current?.querySelector<HTMLElement>('input')?.focus()
    } else if (event.key === 'ArrowDown') {
      event.preventDefault()
      inputs?.[0]?.focus()
    } else if (event.key === 'Enter' && query !== '') {
      event.preventDefault()
      const [first] = shown
      if (!first) return
      // Who looks for an option wants it: what is chosen or filled in already is meant, not taken back.
      toggle(first.value, true, undefined, true)
      setQuery('')
      if (isMulti) inputs?.[0]?.focus()
    }
  }

  return (
    <>
      {canFind && (
        <label className={styles.find}>
          <Icon icon={Search} size={14} />
          <input
            ref={find}
            className={styles.input}
            type="search"
            autoComplete="off"
            spellCheck={false}
            placeholder={findWords(options, waiting)}
            aria-label={t('annotate.findLabelFor', { question: title })}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={handleFindKey}
          />
          {/* The list may be longer than the screen: what Enter would submit is in sight at its head. */}
          {options.length > VISIBLE_OPTIONS && chosen.size > 0 && (
            <span className={styles.chosen} aria-hidden="true">
              {[...chosen].some((label) => suggested.has(label)) && <Icon icon={Sparkle} size={12} />}
              <span>{chosenTexts(options, chosen)}</span>
            </span>
          )}
        </label>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its keys choose among the checkboxes inside */}
      <div
        ref={list}
        className={styles.options}
        onKeyDown={handleListKey}
        onPointerDown={() => {
          lastWasKey.current = false
        }}
      >
        {shown.map((option) => (
          <Option
            key={option.value}
            value={option.value}
            text={option.text}
            description={option.description}
            number={option.number}
            shape={isMulti ? 'square' : 'round'}
            isChosen={chosen.has(option.value)}
            prospect={prospectOf(waiting, option.number)}
            suggestedBy={suggested.get(option.value)}
            onToggle={handleToggle}
          />
        ))}
        {hiddenCount > 0 && (
          <button
            type="button"
            className={styles.more}
            aria-label={t('annotate.showAll', { count: hiddenCount })}
            onClick={() => setExpanded(true)}
          >
            +{hiddenCount}
          </button>
        )}
        {isExpanded && query === '' && options.length > limit && (
          <button
            type="button"
            className={styles.more}
            aria-label={t('annotate.showLess')}
            onClick={() => setExpanded(false)}
          >
            {t('annotate.less')}
          </button>
        )}
        {shown.length === 0 && (
          <p className={styles.none} role="status">
            {t('annotate.noOption', { query })}
          </p>
        )}
      </div>
    </>
  )
}

// Digits that may go on say so where the options are found: the one they mean may be beyond the fold.
function findWords(options: readonly NumberedOption[], waiting: string): string {
  const meant = options.find(({ number }) => prospectOf(waiting, number) === 'meant')
  return meant
    ? t('annotate.waitingDigits', { digits: waiting, option: meant.text })
    : t('annotate.findLabel', { count: options.length })
}

function chosenTexts(options: readonly NumberedOption[], chosen: ReadonlySet<string>): string {
  return options.flatMap(({ value, text }) => (chosen.has(value) ? [text] : [])).join(', ')
}

function isLastOption(event: KeyboardEvent, list: HTMLElement | null): boolean {
  const inputs = list?.querySelectorAll('input')
  return inputs !== undefined && event.target === inputs[inputs.length - 1]
}
