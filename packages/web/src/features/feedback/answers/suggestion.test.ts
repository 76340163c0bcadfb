import { describe, expect, it } from 'vitest'
import { suggestionMark, suggestionTitle, suggestionWords } from './suggestion.ts'

const suggestion = { id: 's', questionId: 'q', value: ['a', 'b'] }

describe('who suggests and how sure they are', () => {
  it.each([
    [{ agent: 'bert', score: 0.934 }, 'bert · 0.93', 'Suggested by bert, score 0.93'],
    [{ agent: 'bert', score: null }, 'bert', 'Suggested by bert'],
    [{ agent: 'bert', score: [0.1, 0.2] }, 'bert', 'Suggested by bert'],
    [{ agent: null, score: 0 }, '0', 'Suggested, score 0'],
    [{ agent: null, score: null }, '', 'Suggestion'],
  ])('%j is “%s”, read out “%s”', (known, mark, title) => {
    expect(suggestionMark({ ...suggestion, ...known })).toBe(mark)
    expect(suggestionTitle({ ...suggestion, ...known })).toBe(title)
  })

  it('is told of each item of a list', () => {
    expect(suggestionWords({ ...suggestion, agent: null, score: [0.1, 0.2] }, 1)).toBe('Suggested, score 0.2')
  })
})
