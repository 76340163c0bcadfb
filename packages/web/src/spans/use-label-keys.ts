import type { KeyboardEvent } from 'react'
import { useDigits } from '../form/use-digits.ts'
import type { MarkingInput } from './use-marking.ts'

/** The digit that answers "nothing to mark". */
const NOTHING = 0

interface LabelKeysTools {
  onNothing: () => void
  /** Called with the label of a key, and whether the key was its number. */
  onLabel: (label: string, isNumber: boolean) => void
}

/** The keys of labels: their shortcuts, or the numbers of all labels where none has a shortcut. Returns a handler that is true when it used the key. */
export function useLabelKeys({ options, nothing }: MarkingInput, { onNothing, onLabel }: LabelKeysTools) {
  const { handleDigit } = useDigits([...(nothing ? [NOTHING] : []), ...options.map((_, at) => at + 1)], (number) => {
    if (number === NOTHING) return onNothing()
    const option = options[number - 1]
    if (option) onLabel(option.value, true)
  })
  const handleShortcut = (event: KeyboardEvent): boolean => {
    if (!/^[0-9]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return false
    const option = options.find(({ shortcut }) => shortcut === event.key)
    if (option) onLabel(option.value, false)
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return options.some(({ shortcut }) => shortcut !== undefined) ? handleShortcut : handleDigit
}
