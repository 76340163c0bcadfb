import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Markdown } from './Markdown.tsx'

it.each([
  ['a script', '<script>alert(1)</script>', 'script'],
  ['an event handler', '<b onclick="alert(1)">x</b>', '[onclick]'],
  ['a style', '<p style="position:fixed">x</p>', '.markdown [style*=fixed]'],
  ['a frame', '<iframe src="https://evil.example"></iframe>', 'iframe'],
  ['a form', '<form action="https://evil.example"><button>x</button></form>', 'form'],
  ['a script link', '[x](javascript:alert(1))', 'a[href^="javascript"]'],
  ['a link in disguise', '<a href="  java&#10;script:alert(1)">x</a>', 'a[href*="script:"]'],
  ['a picture of another site', '![x](https://tracker.example/x.png)', 'img'],
  ['a picture of a scheme-less site', '<img src="//tracker.example/x.png" alt="x">', 'img'],
  ['a picture that is a request to us', '![x](/api/session/logout)', 'img'],
  ['an svg as data', '<img src="data:image/svg+xml,<svg/>" alt="x">', 'img'],
])('leaves out %s', (_, text, selector) => {
  const { container } = render(<Markdown>{text}</Markdown>)
  expect(container.querySelector(selector)).toBeNull()
})

it('keeps tables, code with a copy button, and pictures carried in the text', () => {
  const { container } = render(
    <Markdown>{'| a |\n| - |\n| b |\n\n```py\nlog(1)\n```\n\n![dot](data:image/png;base64,iVBORw0KGgo=)'}</Markdown>,
  )
  expect(screen.getByRole('cell').textContent).toBe('b')
  expect(screen.getByRole('button', { name: 'Copy code' })).toBeTruthy()
  expect(container.querySelector('pre')?.textContent).toBe('log(1)')
  expect(screen.getByRole('img', { name: 'dot' })).toBeTruthy()
})

it('opens links in a new tab that knows nothing of this one', () => {
  render(<Markdown>{'[docs](https://docs.example)'}</Markdown>)
  const link = screen.getByRole('link', { name: 'docs' })
  expect(link.getAttribute('target')).toBe('_blank')
  expect(link.getAttribute('rel')).toContain('noopener')
})

describe('a text that cannot be formatted is shown as it is written', () => {
  it.each([
    ['too deep a quote', '>'.repeat(60_000)],
    ['brackets that are never closed', '['.repeat(60_000)],
    ['elements in elements', '<div>'.repeat(399)],
    ['too many elements', `${'*a* b '.repeat(1600)}\n\n`.repeat(10)],
    ['too many rows', 'a\n'.repeat(30_000)],
  ])('%s', (_, text) => {
    const { container } = render(<Markdown>{text}</Markdown>)
    expect(container.firstElementChild?.className).toContain('asWritten')
    expect(container.textContent).toBe(text)
  })
})
