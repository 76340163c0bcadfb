import { expect, it } from 'vitest'
import { cloudWords } from './word-cloud'

it.each([
  ['Rates rise', ['rates', 'rise']],
  ["Don't panic!", ['panic']],
  ['abc123def', ['abc', 'def']],
  ["L'été de la Straße, el perro und der Hund", ['straße', 'perro', 'hund']],
  ['two-way', ['way']],
  ['ÉCOLE école', ['école', 'école']],
  ['123 😀', []],
])('%j', (text, words) => {
  expect(cloudWords(text)).toEqual(words)
})
