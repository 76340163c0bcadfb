import { highlightRanges } from '@postil/domain/search/highlight'
import { parseSimple } from '@postil/domain/search/parse-simple'
import { resolveQuery } from '@postil/domain/search/resolve'
import { makeSchema } from '@postil/domain/search/schema'
import type { TextRange } from '@postil/domain/spans/ranges'
import { markNodes } from '../record/mark-nodes.ts'
import type { FindRanges } from '../record/record-parts.ts'
import type { TextQuery } from './query.ts'

/** Texts whose matches are cached: those on the screen and a few pages around it. */
const REMEMBERED = 500

/** Finds the matches of a query in the texts of records, by the same words as the index. Each text is tokenised once. */
export function makeHighlighter({ q, field }: TextQuery, fieldNames: readonly string[]): FindRanges {
  const searched = field ? fieldNames.filter((name) => name === field) : fieldNames
  const schema = makeSchema(
    searched.map((name) => ({ name, kind: 'std', plain: true })),
    searched,
  )
  const query = resolveQuery(parseSimple(q), schema, { query: q, nowMs: 0 })
  const known = new Map<string, readonly TextRange[]>()
  const find = ({ name }: { name: string }, text: string) => {
    if (!searched.includes(name)) return []
    const key = `${name}\n${text}`
    const found = known.get(key) ?? joinTouching(highlightRanges(text, query, name))
    if (known.size >= REMEMBERED) known.clear()
    known.set(key, found)
    return found
  }
  const markIn: FindRanges['markIn'] = (element, field) => markNodes(element, (text) => find(field, text))
  return Object.assign(find, { markIn })
}

/** Scripts without spaces have one word per character: adjacent matches are joined into one. */
function joinTouching(ranges: readonly TextRange[]): TextRange[] {
  const joined: TextRange[] = []
  for (const range of ranges) {
    const last = joined.at(-1)
    if (last && last.end === range.start) joined[joined.length - 1] = { ...last, end: range.end }
    else joined.push(range)
  }
  return joined
}
