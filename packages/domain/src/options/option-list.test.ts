import type { OptionChange } from '@postil/contract/options'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeOptions, type OptionList, type OptionRules, relabelOf } from './option-list'

const rules: OptionRules = { min: 1, max: 4, valueLength: 10 }
const options = (...values: string[]) => values.map((value) => ({ value, text: value }))
const list = (offered: string[], retired: string[] = []): OptionList => ({
  offered: options(...offered),
  retired: options(...retired),
})
const valuesOf = ({ offered, retired }: OptionList) => [
  offered.map((one) => one.value),
  retired.map((one) => one.value),
]

const fits: [what: string, before: OptionList, change: OptionChange, after: string[][]][] = [
  [
    'adds behind the others',
    list(['a']),
    { kind: 'add', options: [{ value: 'b' }, { value: 'c' }] },
    [['a', 'b', 'c'], []],
  ],
  ['renames in place', list(['a', 'b']), { kind: 'rename', value: 'a', to: 'z' }, [['z', 'b'], []]],
  ['renames a retired one', list(['a'], ['r']), { kind: 'rename', value: 'r', to: 's' }, [['a'], ['s']]],
  ['merges one into another', list(['a', 'b', 'c']), { kind: 'merge', value: 'a', into: 'c' }, [['b', 'c'], []]],
  ['merges a retired one', list(['a'], ['r']), { kind: 'merge', value: 'r', into: 'a' }, [['a'], []]],
  ['retires', list(['a', 'b']), { kind: 'retire', value: 'a' }, [['b'], ['a']]],
  ['offers a retired one again', list(['a'], ['r', 's']), { kind: 'restore', value: 'r' }, [['a', 'r'], ['s']]],
  [
    'moves what is named to the front',
    list(['a', 'b', 'c']),
    { kind: 'reorder', order: ['c', 'x', 'a'] },
    [['c', 'a', 'b'], []],
  ],
]

const refused: [what: string, before: OptionList, change: OptionChange, message: string][] = [
  ['adding what is there', list(['a']), { kind: 'add', options: [{ value: 'a' }] }, '"a" is there already.'],
  [
    'adding one twice',
    list(['a']),
    { kind: 'add', options: [{ value: 'b' }, { value: 'b' }] },
    '"b" is there already.',
  ],
  ['adding a retired one', list(['a'], ['r']), { kind: 'add', options: [{ value: 'r' }] }, 'offer it again'],
  ['adding too many', list(['a', 'b', 'c', 'd']), { kind: 'add', options: [{ value: 'e' }] }, '4 at most'],
  ['renaming to another one', list(['a', 'b']), { kind: 'rename', value: 'a', to: 'b' }, '"b" is there already.'],
  ['renaming to a long value', list(['a']), { kind: 'rename', value: 'a', to: 'abcdefghijk' }, 'longer than 10'],
  ['renaming to nothing', list(['a']), { kind: 'rename', value: 'a' }, 'A new name is needed.'],
  ['renaming what is gone', list(['a']), { kind: 'rename', value: 'x', to: 'y' }, '"x" is not there any more.'],
  ['merging into itself', list(['a', 'b']), { kind: 'merge', value: 'a', into: 'a' }, 'into itself'],
  ['merging into a retired one', list(['a'], ['r']), { kind: 'merge', value: 'a', into: 'r' }, '"r" is not there'],
  ['retiring the last one', list(['a']), { kind: 'retire', value: 'a' }, 'At least 1'],
  ['offering what is offered', list(['a']), { kind: 'restore', value: 'a' }, '"a" is not there'],
]

describe('a change of options', () => {
  it.each(fits)('%s', (_, before, change, after) => {
    expect(valuesOf(changeOptions(before, change, rules))).toEqual(after)
  })

  it.each(refused)('is refused for %s', (_, before, change, message) => {
    expect(() => changeOptions(before, change, rules)).toThrow(message)
  })

  it('keeps text, description and colour with their option', () => {
    const before: OptionList = { offered: [{ value: 'a', text: 'An A', description: 'first', color: 3 }], retired: [] }
    const renamed = changeOptions(before, { kind: 'rename', value: 'a', to: 'b' }, rules)
    expect(renamed.offered).toEqual([{ value: 'b', text: 'An A', description: 'first', color: 3 }])
    const shown = changeOptions(before, { kind: 'rename', value: 'a', text: 'The A' }, rules)
    expect(shown.offered).toEqual([{ value: 'a', text: 'The A', description: 'first', color: 3 }])
    expect(changeOptions(list(['a']), { kind: 'rename', value: 'a', to: 'b' }, rules)).toEqual(list(['b']))
    const plain = changeOptions(before, { kind: 'color', value: 'a', color: null }, rules)
    expect(plain.offered).toEqual([{ value: 'a', text: 'An A', description: 'first' }])
    expect(changeOptions(plain, { kind: 'color', value: 'a', color: 7 }, rules).offered[0]?.color).toBe(7)
  })

  it('is refused when the question does not take it', () => {
    expect(() =>
      changeOptions(list(['a', 'b']), { kind: 'retire', value: 'a' }, { ...rules, kinds: ['rename'] }),
    ).toThrow('cannot be changed in this way')
  })

  it('says what it replaces in answers', () => {
    expect(relabelOf({ kind: 'merge', value: 'a', into: 'b' })).toEqual({ from: 'a', to: 'b' })
    expect(relabelOf({ kind: 'rename', value: 'a', to: 'b' })).toEqual({ from: 'a', to: 'b' })
    expect(relabelOf({ kind: 'rename', value: 'a', to: 'a', text: 'A' })).toBeUndefined()
    expect(relabelOf({ kind: 'rename', value: 'a', text: 'A' })).toBeUndefined()
    expect(relabelOf({ kind: 'retire', value: 'a' })).toBeUndefined()
  })

  it('never makes a value stand twice, and loses values only by rename and merge', () => {
    const value = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    const change: fc.Arbitrary<OptionChange> = fc.oneof(
      fc.record({
        kind: fc.constant('add' as const),
        options: fc.array(fc.record({ value }), { minLength: 1, maxLength: 2 }),
      }),
      fc.record({ kind: fc.constant('rename' as const), value, to: value }),
      fc.record({ kind: fc.constant('merge' as const), value, into: value }),
      fc.record({ kind: fc.constant('retire' as const), value }),
      fc.record({ kind: fc.constant('restore' as const), value }),
      fc.record({ kind: fc.constant('reorder' as const), order: fc.array(value, { minLength: 1 }) }),
    )
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        let now = list(['a', 'b', 'c'])
        for (const one of changes) {
          const before = validValues(now)
          try {
            now = changeOptions(now, one, { ...rules, max: 5 })
          } catch {
            // A refused change has no effect.
          }
          const after = validValues(now)
          expect(new Set(after).size).toBe(after.length)
          expect(now.offered.length).toBeGreaterThan(0)
          const lost = before.filter((known) => !after.includes(known))
          expect(lost).toEqual(lost.length === 0 ? [] : [relabelOf(one)?.from])
        }
      }),
    )
  })
})

/** Values valid in answers, including retired ones. */
function validValues({ offered, retired }: OptionList): string[] {
  return [...offered, ...retired].map((option) => option.value)
}
