import { useEffect, useEffectEvent, useRef, useState } from 'react'

const PAUSE_MS = 150

/**
 * Text being typed into a box whose value is kept elsewhere (the address bar): handed on when typing pauses. The box
 * shows what is typed until that has arrived there, so that no key is lost in between.
 */
export function useTyped(value: string, onPause: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState<string>()
  // What was handed on and has not arrived yet.
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
        // It was overtaken on its way: what is kept elsewhere counts.
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
