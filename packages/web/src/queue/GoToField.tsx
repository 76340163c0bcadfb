import { useId, useLayoutEffect, useRef, useState } from 'react'
import { formatNumber, t } from '../i18n/index.ts'
import { focusRecord } from '../record/focus-record.ts'
import styles from './GoToField.module.css'

interface GoToFieldProps {
  /** The current position, from 1. */
  at: number
  /** The last position. */
  last: number
  onGo: (place: number) => void
}

/**
 * The position of the current record as an input: Enter goes to the typed position, Escape restores the current one.
 */
export function GoToField({ at, last, onGo }: GoToFieldProps) {
  const [typed, setTyped] = useState<string>()
  const [isWrong, setWrong] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const noteId = useId()
  const isTyping = typed !== undefined
  const shown = typed ?? formatNumber(at)

  // By now the number is shown without separators: typing replaces it whole.
  useLayoutEffect(() => {
    if (isTyping) input.current?.select()
  }, [isTyping])

  const change = (text: string | undefined) => {
    setTyped(text)
    setWrong(false)
  }
  const go = () => {
    const place = readPlace(shown, last)
    if (place === undefined) {
      setWrong(true)
      return
    }
    leave()
    if (place !== at) onGo(place)
  }

  return (
    <span className={styles.goTo}>
      <input
        ref={input}
        className={styles.input}
        style={{ width: `calc(${Math.max(shown.length, 2)}ch + 14px)` }}
        inputMode="numeric"
        enterKeyHint="go"
        autoComplete="off"
        aria-label={t('annotate.goToRecord')}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? noteId : undefined}
        value={shown}
        // The first click selects the whole number instead of placing the caret.
        onMouseDown={(event) => {
          if (isTyping) return
          event.preventDefault()
          event.currentTarget.focus()
        }}
        onFocus={() => change(String(at))}
        onBlur={() => change(undefined)}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
          // Digits typed here must not reach the questions.
          event.stopPropagation()
          if (event.key === 'Enter') go()
          else if (event.key === 'Escape') leave()
          else return
          event.preventDefault()
        }}
      />
      <span id={noteId} className={isWrong ? styles.note : undefined} role="alert">
        {isWrong && t('annotate.goToRecord.wrong', { last })}
      </span>
    </span>
  )
}

/** Moves the focus back to the record; a new record then moves it into its first question. */
function leave(): void {
  if (!focusRecord() && document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

/**
 * Parse a typed number and clamp it to the range from 1 to `last`.
 *
 * @param last - the largest valid number, counted from 1
 * @returns undefined when it is not an integer
 */
export function readPlace(text: string, last: number): number | undefined {
  if (!/^[+-]?\d+$/.test(text.trim())) return undefined
  return Math.min(Math.max(Number(text), 1), Math.max(last, 1))
}
