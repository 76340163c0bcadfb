import { describe, expect, it } from 'vitest'
import { alignEntities, findTokens } from './align-spans'

const entity = (start: number, end: number) => ({ start, end, label: 'X', score: 1 })
const spansOf = (text: string, tokens: string[]) => {
  const spans = findTokens(text, tokens)
  if ('missing' in spans) throw new Error(`token ${spans.missing} is missing`)
  return spans
}

describe('tokens in their text', () => {
  it.each([
    ['one space between', 'a b', ['a', 'b'], [0, 2]],
    ['nothing between', 'ab', ['a', 'b'], [0, 1]],
    ['several blanks between', 'a   b', ['a', 'b'], [0, 4]],
    ['repeats in order', 'is it is', ['is', 'it', 'is'], [0, 3, 6]],
    ['offsets in code points', '😀 👩‍👩‍👧 x', ['😀', '👩‍👩‍👧', 'x'], [0, 2, 8]],
    ['right-to-left text', 'قال أحمد', ['قال', 'أحمد'], [0, 4]],
    ['line ends as they are', 'a\r\nb', ['a', 'b'], [0, 3]],
  ])('%s', (_, text, tokens, starts) => {
    expect([...spansOf(text, tokens).starts]).toEqual(starts)
  })

  it('names the first token that does not come next', () => {
    expect(findTokens('a b', ['b', 'a'])).toEqual({ missing: 1 })
    expect(findTokens('a b', ['a', 'c'])).toEqual({ missing: 1 })
  })
})

describe('entities at token edges', () => {
  it('keeps spans that fit, overlaps and repeats included', () => {
    const spans = spansOf('New York City', ['New', 'York', 'City'])
    const entities = [entity(0, 8), entity(0, 8), entity(4, 13)]
    expect(alignEntities('New York City', spans, entities)).toEqual({ entities })
  })

  it.each([
    ['white space at both ends', ' a cat ', ['a', 'cat'], [2, 7], [3, 6]],
    ['an end behind the text', 'a cat', ['a', 'cat'], [2, 99], [2, 5]],
    ['a no-break space', 'a\u00A0cat', ['a', 'cat'], [1, 5], [2, 5]],
    ['code points, not UTF-16 units', '😀😀 cat', ['😀😀', 'cat'], [2, 6], [3, 6]],
  ])('corrects %s', (_, text, tokens, given, corrected) => {
    const [start = 0, end = 0] = given
    const [from = 0, to = 0] = corrected
    expect(alignEntities(text, spansOf(text, tokens), [entity(start, end)])).toEqual({ entities: [entity(from, to)] })
  })

  it('refuses a span inside a token', () => {
    expect(alignEntities('a cat', spansOf('a cat', ['a', 'cat']), [entity(0, 1), entity(2, 4)])).toEqual({
      misaligned: 1,
    })
  })
})
