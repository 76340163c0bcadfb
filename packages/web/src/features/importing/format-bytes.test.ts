import { expect, it } from 'vitest'
import { formatBytes } from './format-bytes.ts'

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_500, '1.5 kB'],
  [2_340_000, '2.3 MB'],
])('says how large %d bytes are', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words)
})
