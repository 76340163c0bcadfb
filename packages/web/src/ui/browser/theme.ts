import { useSyncExternalStore } from 'react'
import { storedChoice } from './stored.ts'

/** `system` follows the operating system. The key is also read by `public/theme.js`, before the first paint. */
export const theme = storedChoice('postil.theme', ['system', 'light', 'dark'])

/** The user's choices for the record text. */
export const recordFont = storedChoice('postil.recordFont', ['serif', 'sans'])
export const recordSize = storedChoice('postil.recordSize', ['normal', 'small', 'large'])

/** Apply the chosen look to the page, now and whenever it changes. */
export function applyLook(root: HTMLElement = document.documentElement): void {
  const apply = () => {
    setData(root, 'theme', theme.get(), 'system')
    setData(root, 'recordFont', recordFont.get(), 'serif')
    setData(root, 'recordSize', recordSize.get(), 'normal')
  }
  apply()
  for (const choice of [theme, recordFont, recordSize]) choice.subscribe(apply)
}

/** A remembered choice as React state. */
export function useChoice<Value>(choice: { get: () => Value; subscribe: (listener: () => void) => () => void }): Value {
  return useSyncExternalStore(choice.subscribe, choice.get)
}

function setData(root: HTMLElement, name: string, value: string, normal: string): void {
  if (value === normal) delete root.dataset[name]
  else root.dataset[name] = value
}
