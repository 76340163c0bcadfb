import { useEffect, useRef } from 'react'
import { focusQuestion, questionElements } from '../../form/focus.ts'
import { isForPage } from '../../keyboard/run-keys.ts'

/**
 * Hand plain letters and digits to the form while records are selected: what is typed then is meant as their answer, never as a command of one
 * letter that would change the view or the selection.
 *
 * @param hasSelection - otherwise the keys stay what they are
 * @param onReach - the keys go to the questions: they have to be there
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
    // Before the commands, which listen at the window.
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [hasSelection])
}

/** Digits choose in the first question; letters look for an option in the first that can be searched. */
function questionFor(key: string): HTMLElement | undefined {
  const questions = questionElements()
  const searched = questions.find((question) => question.querySelector('input[type=search]'))
  return (/\p{L}/u.test(key) ? searched : undefined) ?? questions[0]
}
