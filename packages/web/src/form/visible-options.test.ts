import { describe, expect, it } from 'vitest'
import { numberOptions, optionsToShow } from './visible-options.ts'

const TEXTS = ['wrong_exchange_rate', 'exchange_charge', 'Exchange via app', 'échange', 'exchange', 'other']
const options = numberOptions(TEXTS.map((text) => ({ value: text, text, description: null })))

describe('options that are looked for', () => {
  it.each([
    ['exchange', ['exchange', 'exchange_charge', 'Exchange via app', 'wrong_exchange_rate']],
    ['exch', ['exchange_charge', 'Exchange via app', 'exchange', 'wrong_exchange_rate']],
    ['ECH', ['échange']],
    ['rate', ['wrong_exchange_rate']],
    ['nothing', []],
  ])('%s: what is or begins with it comes first, else the order stays', (query, found) => {
    const shown = optionsToShow(options, { query, isExpanded: false, limit: 3, chosen: new Set() })
    expect(shown.map(({ text }) => text)).toEqual(found)
    expect(shown.every(({ text, number }) => TEXTS[number - 1] === text)).toBe(true)
  })
})
