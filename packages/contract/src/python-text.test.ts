import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PyFloat, pyFloatText, pyRepr, pyStr, pyTypeName } from './python-text'

describe('pyRepr', () => {
  const cases: [unknown, string][] = [
    [null, 'None'],
    [undefined, 'None'],
    [true, 'True'],
    [false, 'False'],
    ['a', "'a'"],
    ['', "''"],
    ["it's", '"it\'s"'],
    ['say "hi"', '\'say "hi"\''],
    ['it\'s "x"', "'it\\'s \"x\"'"],
    ['a\nb\t\\', "'a\\nb\\t\\\\'"],
    ['\u0000\u007f\u00a0', "'\\x00\\x7f\\xa0'"],
    ['\u200d\u2028', "'\\u200d\\u2028'"],
    ['\ud800', "'\\ud800'"],
    ['\u{10ffff}', "'\\U0010ffff'"],
    ['été 日本 😀', "'été 日本 😀'"],
    [5, '5'],
    [-0, '0'],
    [2 ** 70, '1180591620717411303424'],
    [0.5, '0.5'],
    [new PyFloat(1), '1.0'],
    [['a', 'b'], "['a', 'b']"],
    [[], '[]'],
    [new Set([5]), '{5}'],
    [new Set(['b', 'a']), "{'b', 'a'}"],
    [new Set(), 'set()'],
    [{ a: [null, 1] }, "{'a': [None, 1]}"],
  ]
  it.each(cases)('prints %j as %s', (value, printed) => {
    expect(pyRepr(value)).toBe(printed)
  })
})

it('prints a text bare where Python would use str()', () => {
  expect([pyStr("it's"), pyStr(null), pyStr([1])]).toEqual(["it's", 'None', '[1]'])
})

it.each([
  ['a', 'str'],
  [1, 'int'],
  [1.5, 'float'],
  [new PyFloat(1), 'float'],
  [true, 'bool'],
  [null, 'NoneType'],
  [[], 'list'],
  [{}, 'dict'],
])('names the type of %j %s', (value, name) => {
  expect(pyTypeName(value)).toBe(`<class '${name}'>`)
})

describe('pyFloatText', () => {
  it.each([
    [0, '0.0'],
    [-0, '-0.0'],
    [1, '1.0'],
    [0.1, '0.1'],
    [123456789012345680, '1.2345678901234568e+17'],
    [9007199254740992, '9007199254740992.0'],
    [1e16, '1e+16'],
    [1e22, '1e+22'],
    [1e100, '1e+100'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [1.5e-7, '1.5e-07'],
    [Number.NaN, 'nan'],
    [Number.NEGATIVE_INFINITY, '-inf'],
  ])('prints %d as %s', (value, printed) => {
    expect(pyFloatText(value)).toBe(printed)
  })

  it('prints every finite number as JSON that reads back as the same number, never as an integer', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const printed = pyFloatText(value)
        expect(JSON.parse(printed)).toBe(value)
        expect(printed).toMatch(/[.e]/)
      }),
    )
  })
})
