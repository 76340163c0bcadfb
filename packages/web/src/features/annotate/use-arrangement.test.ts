import type { Field } from '@postil/contract/feedback/settings/fields'
import { describe, expect, it } from 'vitest'
import { arrange } from './use-arrangement.ts'

const field = (name: string, use_markdown = false): Field =>
  Object({ id: name, name, title: name, required: true, settings: { type: 'text', use_markdown } })
const record = (...texts: string[]) => ({
  fields: Object.fromEntries(texts.map((text, at) => [`f${at + 1}`, text])),
})
const short = record('Where is my card?')
const long = record('x'.repeat(281))
const many = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item)

describe('arrange', () => {
  it.each([
    ['one short field', [field('f1')], many(10, short), true],
    ['nine of ten short', [field('f1')], [...many(9, short), long], true],
    ['eight of ten short', [field('f1')], [...many(8, short), long, long], false],
    ['two short fields', [field('f1'), field('f2')], many(3, record('a', 'b')), true],
    ['three short fields', [field('f1'), field('f2'), field('f3')], many(3, record('a', 'b', 'c')), false],
    ['formatted text', [field('f1', true)], many(10, short), false],
    ['short texts of many lines', [field('f1')], many(10, record('a\n'.repeat(20))), false],
    ['no text at all', [field('f1')], many(10, record()), false],
  ])('%s: one column?', (_, fields, records, isOneColumn) => {
    expect(arrange(fields, records).isOneColumn).toBe(isOneColumn)
  })

  it('keeps the lines free that nine of ten records need, the title among them', () => {
    const two = record('x'.repeat(100))
    expect(arrange([field('f1')], [...many(9, two), long]).lines).toBe(3)
    expect(arrange([field('f1')], many(4, short)).lines).toBe(2)
    expect(arrange([field('f1')], many(4, record('x'.repeat(5000)))).lines).toBe(8)
  })
})
