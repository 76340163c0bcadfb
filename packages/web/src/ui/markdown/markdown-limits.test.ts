import { describe, expect, it } from 'vitest'
import { isTooHardToFormat } from './markdown-limits.ts'

const lines = (line: string, count: number) => Array<string>(count).fill(line).join('\n')

describe('isTooHardToFormat', () => {
  it.each([
    ['quotes in quotes', '>'.repeat(60_000)],
    ['quotes with spaces', '> '.repeat(31)],
    ['lists in lists', '- '.repeat(31)],
    ['numbered lists in quotes', '> 1. '.repeat(16)],
    ['brackets', '['.repeat(60_000)],
    ['an address without an end', `${'a'.repeat(2000)}@`],
    ['a long line of stars', '*a '.repeat(10_000)],
    ['a list item of many lines', `- a\n${lines('b', 1000)}`],
    ['a wide table of short rows', `${'a|'.repeat(200)}\n${'-|'.repeat(200)}\n${lines('|', 100)}`],
    ['many such tables', lines(`${'a|'.repeat(100)}\n${'-|'.repeat(100)}\n${lines('|', 50)}\n`, 10)],
    ['tags that are never closed', Array.from({ length: 51 }, (_, index) => `<b title=${index}><p>`).join('')],
    ['a long text', 'A short paragraph.\n\n'.repeat(6000)],
    ['a picture in it that is none', `data:image/png;base64,${'A'.repeat(60_000)}@`],
  ])('refuses %s', (_, text) => {
    expect(isTooHardToFormat(text)).toBe(true)
  })

  it.each([
    ['a long document', 'A paragraph of *some* words with a [link](https://example.org).\n\n'.repeat(1500)],
    ['a rule of stars', `${'*'.repeat(100)}\n${'- '.repeat(20)}\n${'='.repeat(100)}`],
    ['a list', lines('- [ ] something to do', 900)],
    ['a table', `| a | b | c |\n| - | - | - |\n${lines('| 1 | 2 | 3 |', 900)}`],
    ['an address', `[long](https://example.org/?${'q=1&'.repeat(400)})`],
    ['Chinese without a space', '标注文本的人需要看到完整的内容。'.repeat(500)],
    ['a picture as Markdown', `Before ![dot](data:image/png;base64,${'iVBORw0KGgo/+'.repeat(80_000)}) after`],
    ['a picture as HTML', `<img alt="dot" src="data:image/jpeg;base64,${'iVBORw0KGgo/+'.repeat(80_000)}==">`],
    ['tags that are closed', '<b>a</b> <i>b</i> '.repeat(500)],
  ])('allows %s', (_, text) => {
    expect(isTooHardToFormat(text)).toBe(false)
  })
})
