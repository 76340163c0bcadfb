import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffWords } from './diff-words'

describe('what was changed in a text', () => {
  it('is told by whole words', () => {
    expect(diffWords('Toulouse has 80*2=160 sheep.', 'Toulouse has 2*80=160 sheep, twice as many.')).toEqual([
      { kind: 'same', text: 'Toulouse has ' },
      { kind: 'added', text: '2*' },
      { kind: 'same', text: '80' },
      { kind: 'removed', text: '*2' },
      { kind: 'same', text: '=160 sheep' },
      { kind: 'added', text: ', twice as many' },
      { kind: 'same', text: '.' },
    ])
    expect(diffWords('cat', 'cats')).toEqual([
      { kind: 'removed', text: 'cat' },
      { kind: 'added', text: 'cats' },
    ])
  })

  it('is nothing in equal texts', () => {
    expect(diffWords('same', 'same')).toEqual([{ kind: 'same', text: 'same' }])
    expect(diffWords('', '')).toEqual([])
  })

  it('joins to both texts, whatever these are', () => {
    const texts = fc.string({
      unit: fc.constantFrom('a', 'be', ' ', '\n', '1', '👩‍👩‍👧‍👦', 'ọ̀', '。', '\ud83d'),
      maxLength: 60,
    })
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const parts = diffWords(before, after)
        const without = (kind: string) =>
          parts
            .filter((part) => part.kind !== kind)
            .map(({ text }) => text)
            .join('')
        expect(without('added')).toBe(before)
        expect(without('removed')).toBe(after)
      }),
    )
  })

  it('calls the middle of very long texts replaced instead of comparing it for long', () => {
    const words = (word: string) => Array.from({ length: 4000 }, (_, at) => `${word}${at}x`).join(' ')
    expect(diffWords(`start ${words('a')} end`, `start ${words('b')} end`)).toHaveLength(4)
  })
})
