import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ariaKeys, keysOfPress, normaliseKeys, printKeys } from './keys.ts'

const press = (key: string, ...modifiers: string[]) => ({
  key,
  ctrlKey: modifiers.includes('ctrl'),
  metaKey: modifiers.includes('meta'),
  altKey: modifiers.includes('alt'),
  shiftKey: modifiers.includes('shift'),
})

describe('keysOfPress', () => {
  it.each([
    [press('k', 'ctrl'), false, 'Mod+K'],
    [press('k', 'meta'), true, 'Mod+K'],
    [press('k', 'ctrl'), true, 'Ctrl+K'],
    [press('Z', 'ctrl', 'shift'), false, 'Mod+Shift+Z'],
    [press('?', 'shift'), false, '?'],
    [press('/'), false, '/'],
    [press('1'), false, '1'],
    [press('g'), false, 'G'],
    [press('G', 'shift'), false, 'Shift+G'],
    [press(' '), false, 'Space'],
    [press('Enter', 'ctrl'), false, 'Mod+Enter'],
    [press('ArrowLeft', 'shift'), false, 'Shift+ArrowLeft'],
    [press('Shift', 'shift'), false, undefined],
    [press('Dead'), false, undefined],
  ])('%j (Apple: %s) is %s', (event, apple, keys) => {
    expect(keysOfPress(event, apple)).toBe(keys)
  })
})

describe('normaliseKeys', () => {
  it.each([
    ['shift+mod+z', 'Mod+Shift+Z'],
    ['enter', 'Enter'],
    ['Mod++', 'Mod++'],
    ['+', '+'],
    ['space', 'Space'],
  ])('%s is spelled %s', (keys, expected) => {
    expect(normaliseKeys(keys)).toBe(expected)
  })

  it('spells what a key press gives as the press does', () => {
    const event = fc.record({
      key: fc.oneof(fc.string({ minLength: 1, maxLength: 1 }), fc.constantFrom('Enter', 'Escape', 'ArrowUp', 'F5')),
      ctrlKey: fc.boolean(),
      metaKey: fc.boolean(),
      altKey: fc.boolean(),
      shiftKey: fc.boolean(),
    })
    fc.assert(
      fc.property(event, fc.boolean(), (pressed, apple) => {
        const keys = keysOfPress(pressed, apple)
        fc.pre(keys !== undefined)
        if (keys !== undefined) expect(normaliseKeys(keys)).toBe(keys)
      }),
    )
  })
})

it.each([
  ['Mod+S', true, '⌘S'],
  ['Mod+S', false, 'Ctrl S'],
  ['Enter', false, '⏎'],
  ['Shift+Backspace', false, '⇧ ⌫'],
  ['Mod++', false, 'Ctrl +'],
])('%s is printed on a cap (Apple: %s) as %s', (keys, apple, printed) => {
  expect(printKeys(keys, apple)).toBe(printed)
})

it('spells keys for aria-keyshortcuts, and none as nothing', () => {
  expect(ariaKeys(['Mod+K', '/'], false)).toBe('Control+K /')
  expect(ariaKeys([], false)).toBeUndefined()
})
