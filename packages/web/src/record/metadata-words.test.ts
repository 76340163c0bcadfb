import { describe, expect, it } from 'vitest'
import { formatDateTime } from '../i18n/index.ts'
import { metadataWords } from './metadata-words.ts'

describe('a value of metadata', () => {
  it('shows milliseconds as a date, and the number behind it', () => {
    const ms = Date.UTC(2024, 2, 15, 12, 30)
    expect(metadataWords(ms)).toBe(`${formatDateTime(new Date(ms))} (${ms})`)
  })

  it.each([
    ['en', 'en'],
    [12, '12'],
    [1710505800000.5, '1710505800000.5'],
    [Date.UTC(1999), '915148800000'],
    [9780201896831, '9780201896831'],
    [true, 'true'],
    [['a', 1710505800000], '["a",1710505800000]'],
    [null, 'null'],
  ])('shows %j as %s', (value, words) => {
    expect(metadataWords(value)).toBe(words)
  })
})
