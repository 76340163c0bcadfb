import { type KeyboardEvent, useEffect, useRef } from 'react'
import { DIGITS_MS, settleDigits, typeDigit } from './digits.ts'

/** How a number was typed. */
export interface TypedNumber {
  /** What had the focus when its last digit was typed. */
  target: EventTarget
  /** It is meant because no more digits came in time. */
  isOpen: boolean
}

/** What an answer tells of the number it was typed with, if it was. */
export function numberHow(typed: TypedNumber | undefined) {
  return typed === undefined ? {} : { isNumber: true, isOpenNumber: typed.isOpen }
}

/**
 * Collect typed digits into numbers.
 *
 * @param numbers - all that can be meant
 * @param onNumber - told once a number is meant
 * @returns a key handler; true when the key was a digit of ours
 */
export function useDigits(numbers: readonly number[], onNumber: (number: number, how: TypedNumber) => void) {
  const typed = useRef('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const settle = (how: TypedNumber) => {
    clearTimeout(timer.current)
    const number = settleDigits(typed.current, numbers)
    typed.current = ''
    if (number !== undefined) onNumber(number, how)
  }

  return (event: KeyboardEvent): boolean => {
    const { target } = event
    // Saving ends the number: what was typed before it belongs to the answer.
    if (isSaving(event)) settle({ target, isOpen: false })
    if (!/^[0-9]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return false
    event.preventDefault()
    event.stopPropagation()
    clearTimeout(timer.current)
    const step = typeDigit(typed.current, event.key, numbers)
    typed.current = step.typed
    for (const number of step.meant) onNumber(number, { target, isOpen: false })
    if (step.typed !== '') timer.current = setTimeout(() => settle({ target, isOpen: true }), DIGITS_MS)
    return true
  }
}

function isSaving({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'Enter' || (key.toLowerCase() === 's' && (ctrlKey || metaKey))
}
