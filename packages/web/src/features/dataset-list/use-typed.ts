import { useEffect, useEffectEvent, useRef, useState } from 'react'

const PAUSE_MS = 150

/**
 * Debounced text of a box whose value is kept elsewhere (the URL): passed on when typing pauses. Until the value has
 * arrived there, the box shows the typed text, so that no key is lost.
 */
export function useTyped(value: string, onPause: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState<string>()
  // Passed on, but not arrived yet.
  const underway = useRef<string>(undefined)
  const handOn = useEffectEvent(onPause)
  useEffect(() => {
    if (underway.current === value) underway.current = undefined
    if (typed === undefined) return
    if (typed === value && underway.current === undefined) {
      setTyped(undefined)
      return
    }
    const timer = setTimeout(() => {
      if (underway.current === typed) {
        // Another value was set in the meantime, and takes precedence.
        underway.current = undefined
        setTyped(undefined)
        return
      }
      underway.current = typed
      handOn(typed)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, value])
  return [typed ?? value, setTyped]
}
