import { describe, expect, it } from 'vitest'
import { markdownToHtml } from './markdown-html.ts'

describe('markdownToHtml', () => {
  it.each([
    ['3*60 = <<3*60=180>>180 and 2*90', '3*60 = &lt;&lt;3*60=180&gt;&gt;180 and 2*90'],
    ['(1+2)*3*(4)', '(1+2)*3*(4)'],
    ['5*$2 = $10', '5*$2 = $10'],
    ['*5* and **6*7**', '<em>5</em> and <strong>6*7</strong>'],
    ['un*believ*able', 'un<em>believ</em>able'],
    ['`3*4*5`', '<code>3*4*5</code>'],
  ])('keeps the products of %s', (text, html) => {
    expect(markdownToHtml(text)).toBe(`<p>${html}</p>\n`)
  })
})
