/** Keys of a command: modifiers then one key, joined by `+`: `Mod+K`, `Shift+Backspace`, `?`. `Mod` is ⌘ or Ctrl. */
export type Keys = string

/** The parts of a `KeyboardEvent` that determine its keys. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const MODIFIERS = ['Mod', 'Ctrl', 'Alt', 'Shift'] as const
const LONE_MODIFIERS = new Set(['Control', 'Meta', 'Alt', 'AltGraph', 'Shift', 'CapsLock', 'Dead', 'Unidentified'])

/** Whether the main modifier of this platform is ⌘. */
function isApple(): boolean {
  return typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform)
}

/**
 * The keys of one key press in canonical spelling, or undefined for a modifier alone.
 * A character that needs Shift on some keyboards (`?`) is spelled without it, so that it works on every layout.
 */
export function keysOfPress(press: KeyPress, apple = isApple()): Keys | undefined {
  if (LONE_MODIFIERS.has(press.key)) return undefined
  const isSign = press.key.length === 1 && !isLetter(press.key) && press.key !== ' '
  const pressed = {
    Mod: apple ? press.metaKey : press.ctrlKey,
    Ctrl: apple ? press.ctrlKey : press.metaKey,
    Alt: press.altKey,
    Shift: press.shiftKey && !isSign,
  }
  return [...MODIFIERS.filter((name) => pressed[name]), keyName(press.key)].join('+')
}

/** Convert keys to the spelling of `keysOfPress`: `shift+mod+z` becomes `Mod+Shift+Z`. */
export function normaliseKeys(keys: Keys): Keys {
  const parts = keys === '+' ? ['+'] : keys.split(/\+(?!$)/)
  const key = parts.at(-1) ?? ''
  const named = new Set(parts.slice(0, -1).map((part) => part.toLowerCase()))
  return [...MODIFIERS.filter((name) => named.has(name.toLowerCase())), keyName(key)].join('+')
}

const SIGNS: Record<string, string> = {
  Enter: '⏎',
  Backspace: '⌫',
  Delete: 'Del',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Tab: 'Tab',
}
const APPLE_SIGNS: Record<string, string> = { Mod: '⌘', Ctrl: '⌃', Alt: '⌥', Shift: '⇧' }
const OTHER_SIGNS: Record<string, string> = { Mod: 'Ctrl', Ctrl: 'Meta', Alt: 'Alt', Shift: '⇧' }

/** Keys as printed on a key cap: `⌘S`, `Ctrl S`, `⏎`. */
export function printKeys(keys: Keys, apple = isApple()): string {
  const modifiers = apple ? APPLE_SIGNS : OTHER_SIGNS
  const parts = normaliseKeys(keys)
    .split(/\+(?!$)/)
    .map((part) => modifiers[part] ?? SIGNS[part] ?? part)
  return parts.join(apple ? '' : ' ')
}

/** Keys in the spelling of `aria-keyshortcuts`. */
export function ariaKeys(keys: readonly Keys[], apple = isApple()): string | undefined {
  const main = apple ? 'Meta' : 'Control'
  const spelled = keys.map((one) => normaliseKeys(one).replace('Mod', main))
  return spelled.length > 0 ? spelled.join(' ') : undefined
}

function keyName(key: string): string {
  if (key === ' ' || key.toLowerCase() === 'space') return 'Space'
  if (key.length === 1) return key.toUpperCase()
  return NAMES.get(key.toLowerCase()) ?? key
}

const NAMES = new Map(
  ['Enter', 'Backspace', 'Delete', 'Escape', 'Tab', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End']
    .concat(['PageUp', 'PageDown'])
    .map((name) => [name.toLowerCase(), name]),
)

function isLetter(key: string): boolean {
  return key.toLowerCase() !== key.toUpperCase()
}
