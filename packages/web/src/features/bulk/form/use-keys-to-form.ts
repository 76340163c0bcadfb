import { useEffect, useRef } from 'react'
import { focusQuestion, questionElements } from '../../../form/focus.ts'
import { isForPage } from '../../../keyboard/run-keys.ts'

/**
 * Pass plain letters and digits to the form while records are selected: they are meant as an answer, never as a single-letter command that
 * would change the view or the selection.
 *
 * @param hasSelection - without a selection, keys are not passed on
 * @param onReach - called before keys are passed on: the questions must be shown
 */
export function useKeysToForm(hasSelection: boolean, onReach: () => void): void {
  const latest = useRef(onReach)
  useEffect(() => {
    latest.current = onReach
  })
  useEffect(() => {
    if (!hasSelection) return
    const handleKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event
      if (ctrlKey || metaKey || altKey || event.defaultPrevented || event.isComposing) return
      if (!/^[\p{L}\p{N}]$/u.test(key) || !isForPage(target)) return
      if (target instanceof Element && target.closest('[data-questions]')) return
      event.preventDefault()
      event.stopPropagation()
      latest.current()
      focusQuestion(questionFor(key))
      document.activeElement?.dispatchEvent(
        new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      )
    }
    // Handled before the commands, which listen on the window.
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [hasSelection])
}

/** Digits choose in the first question; letters search in the first searchable one. */
function questionFor(key: string): HTMLElement | undefined {
  const questions = questionElements()
  const searched = questions.find((question) => question.querySelector('input[type=search]'))
  return (/\p{L}/u.test(key) ? searched : undefined) ?? questions[0]
}
