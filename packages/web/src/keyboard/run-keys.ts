import type { CommandRegistry } from './commands.ts'
import { keysOfPress } from './keys.ts'

const NO_REPEAT = new Set(['Enter', 'Backspace'])
const TYPING = [
  'input:not([type=checkbox],[type=radio],[type=button],[type=submit],[type=range],[type=file],[type=color])',
  'textarea',
  'select',
  '[contenteditable]:not([contenteditable=false])',
  // A read-only text, such as an answer not being edited, leaves keys to the page.
  '[role=textbox]:not([aria-readonly=true])',
  '[role=searchbox]',
  '[role=combobox]',
].join()
const LAYER = '[role=menu],[role=listbox],[role=dialog],[role=alertdialog]'
const PRESSABLE = 'button,a[href],summary,[role=button],[role=link],[role=tab],[role=menuitem],[role=option]'

/**
 * Run the command of a key press, if any: the one place where keys become actions.
 *
 * Nothing runs while an editable element, a menu or a dialog has the focus or a modal is open (option checkboxes do
 * not count), except commands for text; a held Enter or Backspace runs once; Enter and Space on a button press the
 * button, unless it lets them through with `data-keys-through`.
 */
export function runKeys(registry: CommandRegistry, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const keys = keysOfPress(event)
  if (!keys) return
  const commands = registry.findByKeys(keys)
  if (commands.length === 0) return
  if (event.repeat && NO_REPEAT.has(event.key)) return

  const target = event.target instanceof Element ? event.target : null
  if (isInLayer(target)) return
  if ((event.key === 'Enter' || event.key === ' ') && keys.length === keyLength(event.key) && pressesOwn(target)) return
  const isTyping = isTypingIn(target)
  const allowed = isTyping ? commands.filter((command) => command.isForText) : commands

  const command = allowed.findLast((one) => one.isEnabled)
  // Prevent the browser default of keys with Ctrl or ⌘ even while the command is disabled: its "save page" would only confuse.
  if (command || (allowed.length > 0 && keys.startsWith('Mod+'))) event.preventDefault()
  command?.run()
}

/**
 * Whether a plain key pressed on the target belongs to the page, not to a text being edited, a menu, a dialog, or a button that finds
 * entries of its list by first letters.
 */
export function isForPage(target: EventTarget | null): boolean {
  const element = target instanceof Element ? target : null
  return !isInLayer(element) && !isTypingIn(element) && !element?.closest('[aria-haspopup=listbox]')
}

function isInLayer(target: Element | null): boolean {
  return document.querySelector('[data-modal-open]') !== null || (target?.closest(LAYER) ?? null) !== null
}

function isTypingIn(target: Element | null): boolean {
  return (target?.closest(TYPING) ?? null) !== null
}

function keyLength(key: string): number {
  return key === ' ' ? 'Space'.length : key.length
}

function pressesOwn(target: Element | null): boolean {
  const pressable = target?.closest(PRESSABLE)
  return pressable !== null && pressable !== undefined && !pressable.hasAttribute('data-keys-through')
}
