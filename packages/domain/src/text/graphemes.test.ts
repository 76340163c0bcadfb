import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPlainEdge } from './graphemes'
import { clusterEdges } from './testing/cluster-edges'

/** Texts with a bar at every cluster boundary. */
const clusters = [
  'a|b|c',
  'e\u0301|x',
  '\r\n|\n|\r|a',
  '👨‍👩‍👧‍👦|👍🏽|❤️‍🔥|🏴󠁧󠁢󠁥󠁮󠁧󠁿|a',
  '🇫🇷|🇩🇪|🇨',
  '1️⃣|2',
  '한|국|\u1112\u1161\u11AB|\u1100',
  'कि|क्षि|न्‍म|क्\u200C|ष',
  'น้ำ|ดี',
  'ស្ត្រី|ខ្មែ|រ',
  'க்|ஷ',
  '\u0600\u0661|a',
  '\u0301\u0302|a',
  'a\u200D|😀',
  '\uD83D|a|\uDE00',
]

describe('clusterEdges', () => {
  it.each(clusters)('%j', (shown) => {
    const parts = shown.split('|')
    const edges = clusterEdges(parts.join(''))
    expect(edges.slice(1).map((edge, index) => parts.join('').slice(edges[index], edge))).toEqual(parts)
  })

  it('agrees with the platform where Unicode has not changed', () => {
    const platform = new Intl.Segmenter('en', { granularity: 'grapheme' })
    const unit = fc.constantFrom(
      'a',
      '\r',
      '\n',
      '\u0301',
      '😀',
      '👍',
      '🏽',
      '\u200D',
      '\uFE0F',
      '🇫',
      '🇷',
      '한',
      '하',
      '\u1112',
      '\u1161',
      '\u11AB',
      'क',
      '\u093F',
      '中',
    )
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        expect(clusterEdges(text).slice(0, -1)).toEqual([...platform.segment(text)].map((part) => part.index))
      }),
      { numRuns: 3000 },
    )
  })

  it('is not taken to begin at a mark beyond the first 65,536 code points', () => {
    const marked = 'b\u{1cf00}'
    expect(isPlainEdge(marked, 1)).toBe(false)
    expect(clusterEdges(marked)).toEqual([0, marked.length])
  })

  it('holds every plain edge', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const edges = new Set(clusterEdges(text))
        for (let at = 0; at <= text.length; at += 1) if (isPlainEdge(text, at)) expect(edges).toContain(at)
      }),
    )
  })
})
