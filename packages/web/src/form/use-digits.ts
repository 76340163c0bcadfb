import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { DIGITS_MS, settleDigits, typeDigit } from './digits.ts'

/** How a number was typed. */
export interface TypedNumber {
  /** The focused element when the last digit was typed. */
  target: EventTarget
  /** More digits could have followed, but the time ran out. */
  isOpen: boolean
  /** Another key ended the number, and that key determines where the focus moves. */
  isLeaving: boolean
}

/** Describe an answer given by number, for its `onAnswer` callback. */
export function numberHow(typed: TypedNumber | undefined) {
  if (typed === undefined) return {}
  return { isNumber: true, isOpenNumber: typed.isOpen, ...(typed.isLeaving ? { isFinal: false } : {}) }
}

/**
 * Collect typed digits into numbers.
 *
 * @param numbers - all valid numbers
 * @param onNumber - called when a number is complete
 * @returns `handleDigit`, a key handler that returns true when it used the key; `waiting`, the pending digits
 */
export function useDigits(numbers: readonly number[], onNumber: (number: number, how: TypedNumber) => void) {
  const typed = useRef('')
  const lastTarget = useRef<EventTarget>(undefined)
  const [waiting, setWaiting] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const keep = (digits: string) => {
    typed.current = digits
    setWaiting(digits)
  }
  const settle = (how: Omit<TypedNumber, 'target'>) => {
    clearTimeout(timer.current)
    const number = settleDigits(typed.current, numbers)
    const target = lastTarget.current
    keep('')
    if (number !== undefined && target) onNumber(number, { target, ...how })
  }

  const handleDigit = (event: KeyboardEvent): boolean => {
    const isDigit = /^[0-9]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey
    if (!isDigit) {
      // Any other key completes the number, so that a save started by that key includes it.
      if (typed.current !== '' && !MODIFIERS.has(event.key)) settle({ isOpen: !isSaving(event), isLeaving: true })
      return false
    }
    event.preventDefault()
    event.stopPropagation()
    clearTimeout(timer.current)
    lastTarget.current = event.target
    const step = typeDigit(typed.current, event.key, numbers)
    keep(step.typed)
    for (const number of step.meant) onNumber(number, { target: event.target, isOpen: false, isLeaving: false })
    if (step.typed !== '') timer.current = setTimeout(() => settle({ isOpen: true, isLeaving: false }), DIGITS_MS)
    return true
  }
  return { handleDigit, waiting }
}

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'])

function isSaving({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'Enter' || (key.toLowerCase() === 's' && (ctrlKey || metaKey))
}
