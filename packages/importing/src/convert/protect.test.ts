import { describe, expect, it } from 'vitest'
import { protect, unprotect } from './protect'

describe('a text that a spreadsheet would calculate', () => {
  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
    "'=1",
    "''＝1",
    "'\n=1",
  ])('gets an apostrophe, and loses it again: %j', (text) => {
    expect(protect(text)).toBe(`'${text}`)
    expect(unprotect(protect(text))).toBe(text)
  })

  it.each(['', 'text', ' =1', "'tis", '１', '1-2', '—dash'])(
    'is told from any other, which stays as it is: %j',
    (text) => {
      expect(protect(text)).toBe(text)
      expect(unprotect(text)).toBe(text)
    },
  )
})
