import { describe, expect, it } from 'vitest'
import { collectText, rangesOf } from '../record/mark-nodes.ts'
import { makeHighlighter } from './highlighter.ts'

const find = (q: string, html: string) => {
  const element = document.createElement('div')
  element.innerHTML = html
  const found = collectText(element)
  const ranges = makeHighlighter({ q }, ['text'])({ name: 'text' }, found.text)
  return { text: found.text, marked: rangesOf(found, ranges).map(String), html: element.innerHTML }
}

describe('marks in texts that others draw', () => {
  it.each([
    ['a word in bold', 'card', '<p>My <b>card</b> is a Card</p>', ['card', 'Card']],
    ['a word that changes its look half way', 'card', '<p>My ca<em>rd</em>!</p>', ['card']],
    ['a phrase over a link', '"my card"', '<p>my <a href="#">card</a>, card</p>', ['my', 'card']],
    ['nothing', 'missing', '<p>My card</p>', []],
  ])('%s', (_, q, html, marked) => {
    const found = find(q, html)
    expect(found.marked).toEqual(marked)
    expect(found.html).toBe(html)
  })

  it('leaves out the captions of spans', () => {
    const html =
      '<span data-start="0">my </span><span data-start="3"><i>card</i>bank card</span><span data-start="12">.</span>'
    expect(find('card', html)).toMatchObject({ text: 'my bank card.', marked: ['card'] })
  })
})
