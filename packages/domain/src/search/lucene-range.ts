import type { WrittenBound } from './ast'
import { QueryPartError } from './errors'
import { withoutEscapes } from './lucene-escapes'
import type { LuceneLexer } from './lucene-lexer'

/** Both ends of a range; an open end (`*`) is undefined. */
export interface WrittenRange {
  lower: WrittenBound | undefined
  upper: WrittenBound | undefined
}

/**
 * Read what follows the opening bracket of a range, up to its closing bracket: `1 TO 5]`. The word TO may be missing, as in the reference.
 *
 * @throws QueryPartError when a bound or the bracket is missing
 */
export function parseRange(lexer: LuceneLexer, lowerInclusive: boolean): WrittenRange {
  const lower = readBound(lexer, lowerInclusive)
  let token = lexer.nextInRange()
  if (token.type === 'to') token = lexer.nextInRange()
  if (token.type !== 'bound') throw new QueryPartError('a range has no upper bound')
  const { text, quoted } = token
  const end = lexer.nextInRange()
  if (end.type !== 'rangeEnd') throw new QueryPartError('a range has more than two bounds')
  return { lower, upper: boundOf(text, quoted, end.inclusive) }
}

function readBound(lexer: LuceneLexer, inclusive: boolean): WrittenBound | undefined {
  const token = lexer.nextInRange()
  if (token.type !== 'bound') throw new QueryPartError('a range has no lower bound')
  return boundOf(token.text, token.quoted, inclusive)
}

function boundOf(text: string, quoted: boolean, inclusive: boolean): WrittenBound | undefined {
  return text === '*' && !quoted ? undefined : { text: withoutEscapes(text), inclusive }
}
