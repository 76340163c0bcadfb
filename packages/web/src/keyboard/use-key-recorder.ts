import { useEffect, useState } from 'react'
import type { CommandRegistry } from './commands.ts'
import { findConflict } from './find-conflict.ts'
import { keysOfPress } from './keys.ts'

/** Takes the next key press as the new keys of a command. Escape leaves it; taken keys are refused and named. */
export function useKeyRecorder(registry: CommandRegistry) {
  const [id, setId] = useState<string>()
  const [conflict, setConflict] = useState<string>()

  useEffect(() => {
    if (!id) return
    const handleKeyDown = (event: KeyboardEvent) => {
      const keys = keysOfPress(event)
      if (!keys) return
      // Before the dialog hears it: Escape would close it, Enter press a button.
      event.preventDefault()
      event.stopPropagation()
      const taken = findConflict(registry, id, keys)
      setConflict(taken?.label)
      if (taken && keys !== 'Escape') return
      if (keys !== 'Escape') registry.setKeys(id, [keys])
      setId(undefined)
    }
    window.addEventListener('keydown', handleKeyDown, true)
    return () => window.removeEventListener('keydown', handleKeyDown, true)
  }, [id, registry])

  return {
    id,
    conflict,
    start: (next: string) => {
      setConflict(undefined)
      setId(next)
    },
  }
}
