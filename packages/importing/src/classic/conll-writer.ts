import { codePointLength } from '@postil/domain/spans/code-points'
import type { ClassicRecord } from './record'

/** Ways to write entities as tags of tokens. CoNLL-2003 is BIO with four columns and documents. */
export type TagFormat = 'conll2003' | 'bio' | 'bilou'

type Entity = NonNullable<NonNullable<ClassicRecord['annotation']>['entities']>[number]

/** A record as lines of tokens and tags. `lost` counts entities that could not be expressed, since a token has only one tag. */
export interface TaggedRecord {
  lines: string
  lost: number
}

/** The header before the first sentence. */
export function taggedHead(format: TagFormat): string {
  return format === 'conll2003' ? '-DOCSTART- -X- -X- O\n\n' : ''
}

/** Write the annotated entities of a record. Of overlapping entities the one that starts first is kept; of those, the longest. */
export function taggedRecord({ text = '', tokens = [], annotation }: ClassicRecord, format: TagFormat): TaggedRecord {
  const places = placesOf(text, tokens)
  const tags = tokens.map(() => 'O')
  let lost = 0
  const entities = [...(annotation?.entities ?? [])].sort((a, b) => a.start - b.start || b.end - a.end)
  for (const entity of entities) {
    const covered = places.flatMap(({ start, end }, at) => (start >= entity.start && end <= entity.end ? [at] : []))
    if (covered.length === 0 || covered.some((at) => tags[at] !== 'O')) lost += 1
    else for (const [index, at] of covered.entries()) tags[at] = tagOf(entity, index, covered.length, format)
  }
  const lines = tokens.map((token, at) => lineOf(token, tags[at] ?? 'O', format))
  return { lines: `${lines.join('\n')}\n\n`, lost }
}

function tagOf({ label }: Entity, index: number, count: number, format: TagFormat): string {
  const isLast = index === count - 1
  const mark = format === 'bilou' && isLast ? (index === 0 ? 'U' : 'L') : index === 0 ? 'B' : 'I'
  // A tag ends at the first space.
  return `${mark}-${oneWord(label)}`
}

function lineOf(token: string, tag: string, format: TagFormat): string {
  const word = oneWord(token)
  return format === 'conll2003' ? `${word} -X- -X- ${tag}` : `${word}\t${tag}`
}

/** The formats separate by spaces and line ends. */
function oneWord(text: string): string {
  return text.replace(/\s+/g, '_')
}

/** The offsets of each token in the text, in code points, found as the server does: searching from the end of the previous token. */
function placesOf(text: string, tokens: readonly string[]): { start: number; end: number }[] {
  let from = 0
  let at = 0
  return tokens.map((token) => {
    const found = text.indexOf(token, from)
    if (found === -1) return { start: at, end: at }
    const start = at + codePointLength(text.slice(from, found))
    const end = start + codePointLength(token)
    from = found + token.length
    at = end
    return { start, end }
  })
}
