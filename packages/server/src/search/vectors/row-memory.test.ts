import { describe, expect, it } from 'vitest'
import { RowMemory } from './row-memory'

describe('the memory of vectors', () => {
  // Pages that are never written to take no physical memory.
  it('grows to 4 GiB, and says when more is needed', () => {
    const memory = new RowMemory(1536, 'dot')
    memory.reserve(587_000)
    memory.reserve(699_000)
    expect(memory.bytes).toBe(2 ** 32)
    memory.target().fill(1)
    memory.row(698_999).fill(2)
    expect(memory.scoreOf(698_999)).toBe(2 * 1536)
    expect(() => memory.reserve(700_000)).toThrow(
      'More than 4 GiB of vectors cannot be searched: 700000 of 1536 numbers.',
    )
    expect(memory.scoreOf(698_999)).toBe(2 * 1536)
  })
})
