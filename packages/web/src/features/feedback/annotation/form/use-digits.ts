import { type KeyboardEvent, useEffect, useRef } from 'react'
import { DIGITS_MS, settleDigits, typeDigit } from './digits.ts'

/**
 * Collect typed digits into numbers.
 *
 * @param numbers - all that can be meant
 * @param onNumber - told once a number is meant, with the element that had the focus when its last digit was typed
 * @returns a key handler; true when the key was a digit of ours
 */
export function useDigits(numbers: readonly number[], onNumber: (number: number, target: EventTarget) => void) {
  const typed = useRef('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  return (event: KeyboardEvent): boolean => {
    if (!/^[0-9]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return false
    event.preventDefault()
    event.stopPropagation()
    clearTimeout(timer.current)
    const { target } = event
    const step = typeDigit(typed.current, event.key, numbers)
    typed.current = step.typed
    for (const number of step.meant) onNumber(number, target)
    if (step.typed !== '') {
      timer.current = setTimeout(() => {
        const number = settleDigits(typed.current, numbers)
        typed.current = ''
        if (number !== undefined) onNumber(number, target)
      }, DIGITS_MS)
    }
    return true
  }
}
