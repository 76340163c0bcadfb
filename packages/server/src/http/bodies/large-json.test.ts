import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MalformedBody } from './body-text'
import { LargeJson } from './large-json'

/** Parse with the clock always run out, so that each slice is as short as it can be. */
function parse(text: string | Buffer, pieceBytes: number): unknown {
  const json = new LargeJson(Buffer.from(text), parseWhole, pieceBytes)
  while (!json.parseUntil(0));
  return json.result()
}

function parseWhole(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new MalformedBody('no JSON', { cause })
  }
}

/** What a parser makes of a text; undefined when it refuses it. */
function attempt(run: () => unknown): { value: unknown } | undefined {
  try {
    return { value: run() }
  } catch {
    return undefined
  }
}

const pieceBytes = fc.integer({ min: 1, max: 40 })
const value = fc.jsonValue({ stringUnit: 'binary', noUnicodeString: false, maxDepth: 6 } as fc.JsonSharedConstraints)
const jsonText = fc
  .tuple(value, fc.constantFrom(undefined, 1, '\t'))
  .map(([of, space]) => JSON.stringify(of, null, space))

describe('JSON that is parsed in pieces', () => {
  it('is what it is when parsed whole, whatever the size of the pieces', () => {
    fc.assert(
      fc.property(jsonText, pieceBytes, (text, size) => {
        expect(parse(text, size)).toEqual(JSON.parse(text))
      }),
      { numRuns: 2000 },
    )
  })

  it('is refused where it is refused whole', () => {
    const sign = fc.constantFrom('', ',', '"', '[', ']', '{', '}', ':', '\\', '1', ' ', 'null', '"a":')
    fc.assert(
      fc.property(jsonText, fc.nat(), fc.nat({ max: 2 }), sign, pieceBytes, (text, at, removed, added, size) => {
        const from = at % (text.length + 1)
        // Half of a surrogate pair becomes another character in UTF-8.
        const broken = Buffer.from(text.slice(0, from) + added + text.slice(from + removed)).toString()
        const whole = broken.trim() === '' ? { value: undefined } : attempt(() => JSON.parse(broken))
        expect(
          attempt(() => parse(broken, size)),
          broken,
        ).toEqual(whole)
      }),
      { numRuns: 5000 },
    )
  })

  it.each([
    ['names given twice', '{"a":[1,2,3,4],"b":1,"a":[5,6,7,8]}'],
    ['a name of all objects', '{"__proto__":[1,2,3,4],"constructor":{"__proto__":"abcdefgh"}}'],
    ['characters of several bytes', JSON.stringify('aé€😀'.repeat(20))],
    ['halves of characters and escapes', `"${'\\ud83d\\ude00\\n\\"\\\\'.repeat(20)}"`],
    ['an empty list with a gap', `[[${' '.repeat(100)}],{${'\n'.repeat(100)}}]`],
  ])('keeps %s', (_, text) => {
    for (let size = 1; size < 40; size += 1) {
      const parsed = parse(text, size)
      expect(JSON.stringify(parsed)).toBe(JSON.stringify(JSON.parse(text)))
    }
  })

  it('refuses bytes that are no UTF-8, wherever they are', () => {
    const text = Buffer.from('{"né":["ü",{"日":1}],"b":"😀 to the end"}')
    const whole = JSON.stringify(parse(text, 100))
    for (let at = 0; at < text.length; at += 1)
      for (let size = 1; size < 45; size += 1) {
        const broken = Buffer.from(text)
        broken[at] = 0xff
        expect(() => parse(broken, size), `${at} ${size}`).toThrow(MalformedBody)
        expect(JSON.stringify(parse(text, size))).toBe(whole)
      }
  })

  it('is refused when it ends in the middle', () => {
    for (const text of ['[1,2', '{"a":"b', '["', '{"a"'])
      for (const size of [1, 100]) expect(() => parse(text, size)).toThrow(MalformedBody)
  })
})
