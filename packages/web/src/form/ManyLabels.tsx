import { findLabels } from '@postil/domain/labels/find-labels'
import { HOME_KEYS, homeRow, type LabelUsage, usageWeight } from '@postil/domain/labels/label-usage'
import { Search, Sparkle } from 'lucide-react'
import { type KeyboardEvent, useContext, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../i18n/areas/many-labels.ts'
import { Icon } from '../ui/display/Icon.tsx'
import styles from './LabelQuestion.module.css'
import { LabelOwner } from './label-owner.ts'
import { usageOf } from './label-usages.ts'
import { Option } from './Option.tsx'
import { type TypedNumber, useDigits } from './use-digits.ts'
import { useExpanded } from './use-expanded.ts'
import type { LabelQuestionProps } from './use-label-choice.ts'
import { optionInputs, optionProps, useLabelChoice } from './use-label-choice.ts'
import { type Choice, type NumberedOption, numberOptions, optionsToShow, VISIBLE_OPTIONS } from './visible-options.ts'

/** Up to this many options have a key each; of longer lists, only the likeliest do. */
const MAX_KEYS = 9

/**
 * A searchable list of labels. Lists of up to nine have fixed number keys. In longer lists, the six likeliest labels
 * come first, with the first keys, and typing letters searches all. The other options keep the order of the dataset.
 */
export function ManyLabels(props: LabelQuestionProps) {
  const { datasetId, name, title, formKey, choices, isMulti, limit, suggested } = props
  const options = useMemo(() => numberOptions(choices), [choices])
  const owner = useContext(LabelOwner)
  const [isExpanded, setExpanded] = useExpanded(datasetId, name)
  const find = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const isLarge = options.length > MAX_KEYS

  // Computed once for each record, so that no option changes its place or key while the user reads: neither by a late
  // suggestion nor when the form is opened again. When options are added or removed, the free keys are filled.
  const count = choices.length
  const begin = (kept: readonly string[] = [], words = '') => {
    return { formKey, count, query: words, home: isLarge ? homeOf(props, usageOf(owner, name), kept) : [] }
  }
  const [begun, setBegun] = useState(() => begin())
  let now = begun
  if (begun.formKey !== formKey || begun.count !== count) {
    const isSame = recordOf(begun.formKey) === recordOf(formKey)
    now = begin(isSame ? begun.home : [], begun.formKey === formKey ? begun.query : '')
    setBegun(now)
  }
  const { query } = now
  // During a search the list keeps its height, so that the questions below do not move under the pointer.
  const list = useRef<HTMLDivElement>(null)
  const [minHeight, setMinHeight] = useState<number>()
  const setQuery = (next: string) => {
    if (query === '') setMinHeight(list.current?.offsetHeight)
    setBegun((was) => ({ ...was, query: next }))
  }

  const { chosen, toggle, handleToggle, lastWasKey } = useLabelChoice(props, box, () =>
    setBegun((was) => (was.query === '' ? was : { ...was, query: '' })),
  )
  const home = useMemo(() => {
    const byValue = new Map(options.map((option) => [option.value, option]))
    return now.home.flatMap((value) => byValue.get(value) ?? [])
  }, [options, now.home])
  const others = useMemo(() => {
    const inHome = new Set(home)
    return options.filter((option) => !inHome.has(option))
  }, [options, home])
  const isFinding = query.trim() !== ''
  const findBy = (words: string, allowsTypos: boolean) =>
    findLabels(options, words, { allowsTypos, weightOf: ({ value }) => usageWeight(usageOf(owner, name), value) })
  const found = isFinding ? findBy(query, true) : undefined
  const first = found ? found.slice(0, isLarge ? HOME_KEYS : 0) : home
  const rest = found
    ? found.slice(first.length, isExpanded ? undefined : limit)
    : optionsToShow(others, { isExpanded, limit: limit - home.length, chosen })
  const shown = [...first, ...rest]
  const hiddenCount = (found ?? options).length - shown.length
  // During a search a digit selects an option, unless it continues the typed text: `401k` can be typed, too.
  const isText = (digit: string) => !isLarge || findBy(query + digit, false).length > 0
  const keyOf = (place: number) => (isFinding && isText(String(place)) ? null : String(place))

  const keyed = isLarge ? first : options
  const { handleDigit } = useDigits(
    keyed.map((_, at) => at + 1),
    (number, typed) => {
      const option = keyed[number - 1]
      if (option) toggle(option.value, true, typed, isFinding)
    },
  )

  const handleListKey = (event: KeyboardEvent<HTMLDivElement>) => {
    lastWasKey.current = true
    if (handleDigit(event)) return
    if (event.key === 'Enter' && isFinding) return takeFound(event)
    const isLetter = event.key.length === 1 && event.key !== ' ' && event.key !== '/' && event.key !== '?'
    if (isLetter && !event.ctrlKey && !event.metaKey && !event.altKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      event.stopPropagation()
      // Coming back from the list continues the search.
      setQuery(query + event.key)
      find.current?.focus()
    } else if (event.key === 'Tab' && !event.shiftKey && hiddenCount > 0) {
      const inputs = optionInputs(box.current)
      if (event.target !== inputs.at(-1)) return
      event.preventDefault()
      setExpanded(true)
      requestAnimationFrame(() => optionInputs(box.current)[inputs.length]?.focus())
    }
  }

  /** A match was selected: the focus returns to the question. */
  const take = (value: string, typed?: TypedNumber) => {
    // A user who searches for an option wants it: a match that is already selected or prefilled is confirmed, not deselected.
    toggle(value, true, typed, true)
    if (isMulti) optionInputs(box.current)[0]?.focus()
  }
  /** Takes the match that has the focus; while the search box has it, the best match. */
  const takeFound = (event: KeyboardEvent) => {
    event.preventDefault()
    const value = document.activeElement?.getAttribute('data-option') ?? shown[0]?.value
    if (value !== undefined) take(value)
  }
  const handleFindKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const isDigit = /^[1-9]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey
    const keyedOption = isDigit && isLarge ? first[Number(event.key) - 1] : undefined
    if (event.key === 'Escape') {
      event.stopPropagation()
      // Render all options again before the first gets the focus, even if there was no match.
      flushSync(() => setQuery(''))
      optionInputs(box.current)[0]?.focus()
    } else if (event.key === 'ArrowDown') {
      event.preventDefault()
      optionInputs(box.current)[0]?.focus()
    } else if (event.key === 'Enter' && query !== '') {
      takeFound(event)
    } else if (keyedOption && !isText(event.key)) {
      event.preventDefault()
      event.stopPropagation()
      take(keyedOption.value, { target: event.target, isOpen: false, isLeaving: false })
    }
  }

  const renderOption = (option: NumberedOption, key: string | null) => (
    <Option
      key={option.value}
      {...optionProps(props, option)}
      keyCap={key}
      isChosen={chosen.has(option.value)}
      onToggle={handleToggle}
    />
  )
  const findBox = (
    <div className={styles.findRow} data-below={isLarge || undefined}>
      <label className={styles.find}>
        <Icon icon={Search} size={14} />
        <input
          ref={find}
          className={styles.input}
          type="search"
          autoComplete="off"
          spellCheck={false}
          placeholder={t('annotate.findLabel', { count: options.length })}
          aria-label={t('annotate.findLabelFor', { question: title })}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={handleFindKey}
        />
        {/* The list may be longer than the screen: the selected labels, which Enter submits, are visible at its top. */}
        {options.length > VISIBLE_OPTIONS && chosen.size > 0 && (
          <span className={styles.chosen} aria-hidden="true">
            {[...chosen].some((label) => suggested.has(label)) && <Icon icon={Sparkle} size={12} />}
            <span>{chosenTexts(options, chosen)}</span>
          </span>
        )}
      </label>
      {(hiddenCount > 0 || (isExpanded && options.length > limit)) && (
        <button
          type="button"
          className={styles.more}
          aria-label={hiddenCount > 0 ? t('annotate.showAll', { count: hiddenCount }) : t('annotate.showLess')}
          onClick={() => setExpanded(hiddenCount > 0)}
        >
          {hiddenCount > 0 ? t('annotate.more', { count: hiddenCount }) : t('annotate.less')}
        </button>
      )}
    </div>
  )

  return (
    <div
      ref={box}
      data-keys="many-labels"
      onPointerDown={() => {
        lastWasKey.current = false
      }}
    >
      {!isLarge && findBox}
      <div {...(isMulti ? {} : { role: 'radiogroup', 'aria-label': title })}>
        {isLarge && (
          // biome-ignore lint/a11y/noStaticElementInteractions: its keys choose among the options inside
          <div className={styles.home} onKeyDown={handleListKey}>
            {first.map((option, at) => renderOption(option, keyOf(at + 1)))}
            {shown.length === 0 && <NoOption query={query} />}
          </div>
        )}
        {isLarge && findBox}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: its keys choose among the options inside */}
        <div
          ref={list}
          className={styles.options}
          style={isFinding ? { minHeight } : undefined}
          onKeyDown={handleListKey}
        >
          {rest.map((option) => renderOption(option, isLarge ? null : String(option.number)))}
          {!isLarge && shown.length === 0 && <NoOption query={query} />}
        </div>
      </div>
    </div>
  )
}

function NoOption({ query }: { query: string }) {
  return (
    <p className={styles.none} role="status">
      {t('annotate.noOption', { query })}
    </p>
  )
}

function recordOf(formKey: string): string | undefined {
  return formKey.split('/')[0]
}

/** The likeliest labels, after those of an earlier row that are still offered. */
function homeOf(
  { choices, suggested, limit }: LabelQuestionProps,
  usage: LabelUsage,
  earlier: readonly string[],
): string[] {
  const labels = choices.map(({ value }) => value)
  const scores = new Map([...suggested].map(([label, { score }]) => [label, score]))
  const size = Math.min(HOME_KEYS, limit)
  const kept = earlier.filter((label) => labels.includes(label))
  return [...new Set([...kept, ...homeRow(labels, scores, usage, size)])].slice(0, size)
}

function chosenTexts(options: readonly Choice[], chosen: ReadonlySet<string>): string {
  return options.flatMap(({ value, text }) => (chosen.has(value) ? [text] : [])).join(', ')
}
