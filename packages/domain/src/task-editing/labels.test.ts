import { describe, expect, it } from 'vitest'
import {
  datasetLabels,
  findLabel,
  labelOfKey,
  listLabels,
  MAX_VISIBLE_LABELS,
  newLabel,
  SHORTCUT_CHARS,
  visibleLabels,
} from './labels'

const schema = (...names: string[]) => ({
  label_schema: { labels: names.map((name, at) => ({ id: String(at), name })) },
})
const texts = (labels: readonly { text: string }[]) => labels.map(({ text }) => text)
const old = {
  'rubrix.recogn.ai/ui/custom/userData.v1': { entities: [{ text: 'ORG' }, { text: ' ' }], labels: ['x', ''] },
}

describe('the labels of a dataset', () => {
  it.each([
    ['the label schema, in its order [E15]', { settings: schema('b', 'a'), used: ['z'] }, ['b', 'a']],
    ['without a schema: the data [V14]', { settings: undefined, used: ['b', 'a'] }, ['b', 'a']],
    ['an empty schema is none [V14]', { settings: schema(), used: ['b'] }, ['b']],
    ['blank ones are dropped [V14] [E14]', { settings: undefined, metadata: old, used: [' ', 'ORG'] }, ['ORG', 'x']],
    ['nothing known', { settings: undefined }, []],
  ])('%s', (_, sources, expected) => {
    expect(texts(datasetLabels('w.d', sources))).toEqual(expected)
  })

  it('have everything the specification names [E11]', () => {
    expect(datasetLabels('w.d', { settings: schema('a') })).toEqual([
      {
        id: 'a',
        order: 0,
        color_id: 0,
        text: 'a',
        dataset_id: 'w.d',
        is_activate: false,
        shortcut: '1',
        is_saved_in_back: true,
      },
    ])
    expect(datasetLabels('w.d', { settings: undefined, used: ['a'] })[0]?.is_saved_in_back).toBe(false)
  })

  it.each([
    [0, '1'],
    [9, '0'],
    [10, 'A'],
    [35, 'Z'],
    [36, null],
  ])('a new label behind %i others has that order and colour, and the key %s [E12] [K6]', (count, shortcut) => {
    expect(newLabel('w.d', 'n', count)).toMatchObject({ order: count, color_id: count, shortcut })
  })

  it('have 36 keys: 1-9, 0, A-Z [K6]', () => {
    expect(SHORTCUT_CHARS.join('')).toBe('1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  })

  it('are listed by order, found by exact text, and parted by whether they are saved [E13]', () => {
    const labels = [newLabel('w.d', 'b', 1, true), newLabel('w.d', 'a', 0)]
    expect(texts(listLabels(labels))).toEqual(['a', 'b'])
    expect(texts(listLabels(labels, { isSaved: true }))).toEqual(['b'])
    expect(findLabel(labels, 'A')).toBeUndefined()
    expect(findLabel(labels, 'a')?.text).toBe('a')
    expect(findLabel(labels, 'a', { isSaved: true })).toBeUndefined()
  })

  it.each([
    ['1', 'l0'],
    ['a', 'l10'],
    ['A', 'l10'],
    ['!', undefined],
  ])('the key %s stands for %s', (key, text) => {
    const labels = Array.from({ length: 40 }, (_, index) => newLabel('w.d', `l${index}`, index))
    expect(labelOfKey(labels, key)?.text).toBe(text)
  })
})

describe('the labels a card shows', () => {
  const many = Array.from({ length: 77 }, (_, index) => newLabel('w.d', `l${index}`, index))
  it('are all of up to ten [K5]', () => {
    expect(visibleLabels(many.slice(0, 10), new Set())).toHaveLength(10)
    expect(MAX_VISIBLE_LABELS).toBe(10)
  })
  it('are ten of more, selected and predicted ones among them, in schema order [K5]', () => {
    const shown = texts(visibleLabels(many, new Set(['l70', 'l3'])))
    expect(shown).toEqual(['l0', 'l1', 'l2', 'l3', 'l4', 'l5', 'l6', 'l7', 'l8', 'l70'])
  })
  it('are only the selected and predicted ones where room is short', () => {
    expect(texts(visibleLabels(many, new Set(['l70', 'l3']), 0))).toEqual(['l3', 'l70'])
  })
})
