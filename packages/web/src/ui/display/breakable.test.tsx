import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { breakable } from './breakable.tsx'

it.each([
  ['', ''],
  ['card', 'card'],
  ['card_not_working', 'card_<wbr>not_<wbr>working'],
  ['_a/b_', '_<wbr>a/<wbr>b_'],
  ['a__b', 'a_<wbr>_<wbr>b'],
  ['<b>_&', '&lt;b&gt;_<wbr>&amp;'],
])('breaks %j after its signs', (text, html) => {
  expect(render(breakable(text)).container.innerHTML).toBe(html)
})

it('takes a name of any length', () => {
  const text = '_'.repeat(5000)
  expect(render(breakable(text)).container.textContent).toBe(text)
})
