import { expect, it } from 'vitest'
import { memoryInUse, shortSize } from './memory'

it.each([
  [0, '0B'],
  [1023, '1023B'],
  [1024, '1K'],
  [125_829_120, '120M'],
  [1_610_612_736, '2G'],
  [2 ** 61, '2097152T'],
])('%d bytes read %s', (bytes, expected) => {
  expect(shortSize(bytes)).toBe(expected)
})

it('tells the memory of this process', async () => {
  const memory = await memoryInUse()
  expect(memory.rss).toMatch(/^\d+[MG]$/)
  for (const value of Object.values(memory)) expect(value).toMatch(/^\d+[BKMGT]$/)
})
