import type { MetadataSettings } from '@postil/contract/feedback/settings/metadata-settings'
import type { Json } from '@postil/contract/shapes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkFields } from './check-fields'
import { checkMetadata, checkMetadataValue } from './check-metadata'
import { metadataTerms } from './metadata-terms'
import { metadataText } from './metadata-text'

describe('checkFields', () => {
  const configured = [
    { name: 'input', required: true },
    { name: 'output', required: false },
  ]
  it.each<[string, Record<string, string | null>, string | undefined]>([
    ['all fields', { input: 'a', output: 'b' }, undefined],
    ['required field empty text', { input: '' }, undefined],
    ['optional field null', { input: 'a', output: null }, undefined],
    ['required field missing', { output: 'b' }, "missing required value for field: 'input'"],
    ['required field null', { input: null }, "missing required value for field: 'input'"],
    ['missing before unknown', { other: 'a' }, "missing required value for field: 'input'"],
    ['unknown fields', { input: 'a', x: 'a', y: null }, "found fields values for non configured fields: ['x', 'y']"],
  ])('%s', (_, values, failure) => {
    expect(checkFields(configured, values)).toBe(failure)
  })
})

const terms: MetadataSettings = { type: 'terms', values: ['a', 'b'] }
const integer: MetadataSettings = { type: 'integer', min: 0, max: 10 }
const float: MetadataSettings = { type: 'float', min: 0, max: 1 }

describe('checkMetadataValue', () => {
  it.each<[MetadataSettings, Json, string | undefined]>([
    [terms, 'a', undefined],
    [terms, ['a', 'b'], undefined],
    [terms, [], undefined],
    [terms, 'c', "'c' is not an allowed term."],
    [terms, ['a', 'z'], "'z' is not an allowed term."],
    [terms, 3, "'3' is not an allowed term."],
    [{ type: 'terms', values: null }, 'anything', undefined],
    [{ type: 'terms', values: null }, { even: 'this' }, undefined],
    [integer, 0, undefined],
    [integer, 10, undefined],
    [integer, 1.5, "'1.5' is not an integer."],
    [integer, 'x', "'x' is not an integer."],
    [integer, true, "'True' is not an integer."],
    [integer, -1, "'-1' is less than the minimum value of '0'."],
    [integer, 11, "'11' is greater than the maximum value of '10'."],
    [{ type: 'integer', min: null, max: null }, -1e15, undefined],
    [float, 0.5, undefined],
    [float, 1, undefined],
    [float, '0.5', "'0.5' is not a float."],
    [float, [0.5], "'[0.5]' is not a float."],
    [float, -1, "'-1.0' is less than the minimum value of '0.0'."],
    [float, 1.25, "'1.25' is greater than the maximum value of '1.0'."],
  ])('%j with %j: %s', (settings, value, failure) => {
    expect(checkMetadataValue(settings, value)).toBe(failure)
  })
})

describe('checkMetadata', () => {
  const rules = { datasetId: 'D', properties: new Map<string, MetadataSettings>([['split', terms]]), allowExtra: false }
  it.each<[string, Record<string, Json>, boolean, string | undefined]>([
    ['a declared key', { split: 'a' }, false, undefined],
    ['null for a declared key', { split: null }, false, undefined],
    ['another key where allowed', { extra: { deep: [1] } }, true, undefined],
    [
      'another key where not allowed',
      { extra: null },
      false,
      "metadata is not valid: 'extra' metadata property does not exists for dataset 'D' and extra metadata is not allowed for this dataset",
    ],
    [
      'a bad value',
      { split: 'q' },
      true,
      "metadata is not valid: 'split' metadata property validation failed because 'q' is not an allowed term.",
    ],
  ])('%s', (_, metadata, allowExtra, failure) => {
    expect(checkMetadata({ ...rules, allowExtra }, metadata)).toBe(failure)
  })
})

describe('metadataText', () => {
  const properties = new Map<string, MetadataSettings>([
    ['ratio', float],
    ['count', integer],
  ])
  it.each<[string, Record<string, Json>, string]>([
    ['whole floats keep a decimal point', { ratio: 1 }, '{"ratio":1.0}'],
    ['other floats stay', { ratio: 0.25 }, '{"ratio":0.25}'],
    ['integers stay whole', { count: 3 }, '{"count":3}'],
    ['large integers have no exponent', { count: 1e21 }, '{"count":1000000000000000000000}'],
    ['undeclared numbers', { other: 1, half: 0.5 }, '{"other":1,"half":0.5}'],
    ['anything else', { a: ['x', { b: null }], 'k"': 'v' }, '{"a":["x",{"b":null}],"k\\"":"v"}'],
  ])('%s', (_, metadata, text) => {
    expect(metadataText(properties, metadata)).toBe(text)
  })

  it('means the same JSON as was given', () => {
    // JSON has no -0 of its own.
    const json = fc.jsonValue().map((value): Json => JSON.parse(JSON.stringify(value).replaceAll('-0', '0')))
    const metadata = fc.dictionary(fc.constantFrom('ratio', 'count', 'a', '__proto__'), json, { noNullPrototype: true })
    fc.assert(
      fc.property(metadata, (given) => {
        expect(JSON.parse(metadataText(properties, given))).toEqual(JSON.parse(JSON.stringify(given)))
      }),
    )
  })
})

describe('metadataTerms', () => {
  it('indexes every top-level key', () => {
    const metadata = { s: 'x', n: 1.5, b: true, l: ['p', 'q', 'p', 3], nothing: null, deep: { s: 'x' } }
    expect(metadataTerms(metadata)).toEqual([
      { property: 's', term: 'x', num: null },
      { property: 'n', term: '1.5', num: 1.5 },
      { property: 'b', term: 'true', num: null },
      { property: 'l', term: 'p', num: null },
      { property: 'l', term: 'q', num: null },
    ])
  })

  it('keeps terms short enough to index and still apart', () => {
    const [one, two] = ['x', 'y'].map((end) => metadataTerms({ t: 'é'.repeat(3000) + end })[0]?.term ?? '')
    expect(one).not.toBe(two)
    expect(one?.length).toBeLessThan(500)
  })

  it('never holds a NUL, which PostgreSQL refuses', () => {
    expect(metadataTerms({ t: 'a\0b', 'k\0': 'x' })).toEqual([{ property: 't', term: 'a\ufffdb', num: null }])
  })
})
