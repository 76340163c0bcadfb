import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterUse, homeRow, type LabelUsage, NO_USAGE, parseUsage, usageWeight } from './label-usage'

const LABELS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']
const used = (...labels: string[]) => labels.reduce((usage: LabelUsage, label) => afterUse(usage, [label]), NO_USAGE)

describe('how labels were used', () => {
  it('counts what was used last and most', () => {
    const usage = used('a', 'b', 'b', 'c')
    const weights = ['b', 'c', 'a', 'd'].map((label) => usageWeight(usage, label))
    expect(weights).toEqual(weights.toSorted((one, other) => other - one))
    expect(weights.at(-1)).toBe(0)
  })

  it('halves what was long ago', () => {
    expect(usageWeight({ answers: 100, labels: { a: [8, 0] } }, 'a')).toBe(4)
  })

  it('remembers at most 500 labels, the most used ones', () => {
    const usage = used('kept', ...Array.from({ length: 600 }, (_, at) => `label-${at}`), 'last')
    expect(Object.keys(usage.labels)).toHaveLength(500)
    expect(usageWeight(usage, 'last')).toBeGreaterThan(0)
    expect(usageWeight(usage, 'kept')).toBe(0)
  })

  it('takes labels that are named like what every object has for labels', () => {
    expect(usageWeight(NO_USAGE, 'constructor')).toBe(0)
    expect(usageWeight(used('__proto__', 'constructor'), 'constructor')).toBe(1)
  })

  it('is read as it was written, and anything else counts as none', () => {
    const usage = used('a', 'b')
    expect(parseUsage(JSON.stringify(usage))).toEqual(usage)
    fc.assert(
      fc.property(fc.option(fc.oneof(fc.string(), fc.json())), (text) => void parseUsage(text).answers.toFixed()),
    )
    for (const text of [null, '', '{', '[]', '{"answers":1}', '{"answers":1,"labels":null}'])
      expect(parseUsage(text)).toEqual(NO_USAGE)
    expect(parseUsage('{"answers":1,"labels":{"a":"b","c":[1,1]}}').labels).toEqual({ c: [1, 1] })
  })
})

describe('the likeliest labels', () => {
  it('are the first ones until something is known', () => {
    expect(homeRow(LABELS, new Map(), NO_USAGE)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })

  it('begin with what is suggested, best score first, then what was used most in the order of the dataset', () => {
    const suggested = new Map([
      ['i', undefined],
      ['b', 0.2],
      ['h', 0.7],
    ])
    expect(homeRow(LABELS, suggested, used('j', 'j', 'g', 'g', 'g', 'd'))).toEqual(['h', 'b', 'i', 'd', 'g', 'j'])
  })

  it('are no more than there are keys, and only labels there are', () => {
    const suggested = new Map(LABELS.map((label, at) => [label, at / 10]))
    expect(homeRow(LABELS, suggested, NO_USAGE)).toEqual(['j', 'i', 'h', 'g', 'f', 'e'])
    expect(homeRow(['x', 'y'], new Map([['gone', 1]]), used('gone'))).toEqual(['x', 'y'])
  })
})
