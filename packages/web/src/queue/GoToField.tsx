import { useId, useLayoutEffect, useRef, useState } from 'react'
import { formatNumber, t } from '../i18n/index.ts'
import { focusRecord } from '../record/focus-record.ts'
import styles from './GoToField.module.css'
import { readPlace } from './read-place.ts'

interface GoToFieldProps {
  /** Its name for screen readers. */
  label: string
  /** The place that is shown, from 1. */
  at: number
  /** The last place there is. */
  last: number
  onGo: (place: number) => void
}

/** The number of the shown place, to type another over it: Enter goes there, Escape brings the old one back. */
export function GoToField({ label, at, last, onGo }: GoToFieldProps) {
  const [typed, setTyped] = useState<string>()
  const [isWrong, setWrong] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const noteId = useId()
  const isTyping = typed !== undefined
  const shown = typed ?? formatNumber(at)

  // The digits stand there without separators by now: what is typed replaces them all.
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
        aria-label={label}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? noteId : undefined}
        value={shown}
        // The first click chooses the whole number instead of a place in it.
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
          // The digits are meant for this field, not for a question.
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

/** The keys go on with what is read; a record that comes leads them into its first question. */
function leave(): void {
  if (!focusRecord() && document.activeElement instanceof HTMLElement) document.activeElement.blur()
}
