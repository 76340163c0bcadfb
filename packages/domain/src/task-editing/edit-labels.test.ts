import { describe, expect, it } from 'vitest'
import { parseLabels, withAddedLabels, withOrder } from './edit-labels'

describe('typed labels', () => {
  it.each([
    ['one a line', 'lost\n stolen \r\narrival', ['lost', 'stolen', 'arrival']],
    ['commas belong to a label', 'lost, or stolen', ['lost, or stolen']],
    ['quoted as in CSV, several a line', '"lost", "or, stolen","say ""hi"""', ['lost', 'or, stolen', 'say "hi"']],
    ['a line that is not quoted throughout is one label', '"lost" card', ['"lost" card']],
    ['blanks and repetitions are dropped', '\n lost\n\nlost\n"" ', ['lost']],
    ['nothing', ' \n', []],
  ])('%s', (_, typed, expected) => {
    expect(parseLabels(typed)).toEqual(expected)
  })
})

describe('adding labels', () => {
  it('puts new ones behind the saved ones, and passes over those that are there', () => {
    expect(withAddedLabels(['b', 'a'], ['b', 'a'], ['a', 'c'])).toEqual(['b', 'a', 'c'])
  })
  it('saves the labels of the data along when there is no schema', () => {
    expect(withAddedLabels([], ['b', 'a'], ['c'])).toEqual(['b', 'a', 'c'])
    expect(withAddedLabels([], ['b', 'a'], ['a'])).toEqual(['b', 'a'])
  })
  it('is refused when all of them are shown and saved [V15, X2]', () => {
    const add = () => withAddedLabels(['a', 'b'], ['a', 'b'], ['b', 'a'])
    expect(add).toThrow(expect.objectContaining({ code: 'LABEL_ALREADY_EXIST' }))
  })
  it('is not refused when one is only on the screen, or only saved meanwhile', () => {
    expect(withAddedLabels(['a'], ['a', 'b'], ['b'])).toEqual(['a', 'b'])
    expect(withAddedLabels(['a', 'b'], ['a'], ['b'])).toEqual(['a', 'b'])
  })
})

it('ordering labels keeps those that were added meanwhile, and brings back none that is gone', () => {
  expect(withOrder(['a', 'b', 'new'], ['b', 'gone', 'a'])).toEqual(['b', 'a', 'new'])
})
