import type { Query, QueryLeaf } from '@postil/domain/search/index'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { amongParts, type FieldWords, type RecordWords, type TextStore } from './text-store'

/** A tsvector is limited to 1 MiB; the words of a text beyond that are not found. */
const MAX_TERMS_BYTES = 1_000_000
const ROWS_PER_INSERT = 500
/** Typical size of a record's words, by which relevance is normalized for length. */
const USUAL_BYTES = 600
/** Maximum number of (word, field) pairs that contribute to the relevance: the sum over many thousands nests too deeply for PostgreSQL. */
const MAX_WEIGHED_WORDS = 1000

type NumberOf = (field: string) => number | undefined

/**
 * The words of records in a table of their own: as a tsvector that is indexed (without positions, which cannot exceed 16,383), and as text
 * in their original order for phrases.
 */
export const postgresTextStore: TextStore = {
  prepare: (record) => ({ pk: record.pk, words: wordsOf(record), terms: arrayText(termsOf(record)) }),
  insert: async (tx, records) => {
    for (let at = 0; at < records.length; at += ROWS_PER_INSERT) {
      const rows = records
        .slice(at, at + ROWS_PER_INSERT)
        .map(({ pk, words, terms = '{}' }) => sql`(${pk}, ${words}, array_to_tsvector(${terms}::text[]))`)
      await sql`insert into record_words (record_pk, words, terms) values ${sql.join(rows)}`.execute(tx)
    }
  },
  remove: async (tx, pks) => {
    if (pks.length > 0) await sql`delete from record_words where record_pk in (${sql.join(pks)})`.execute(tx)
  },
  match: (query, numberOf) => {
    const found = search(query, numberOf)
    const among = amongParts(query, (part) => {
      const found = search(part, numberOf)
      return found && ((pk) => sql<SqlBool>`${pk} in (select record_pk from record_words where ${conditionOf(found)})`)
    })
    if (!found) return { among }
    return {
      among,
      has: (pk) => sql<SqlBool>`exists (select 1 from record_words where record_pk = ${pk} and ${conditionOf(found)})`,
      ranked: {
        count: sql`select count(*) as count from record_words where ${conditionOf(found)}`,
        hits: sql`select record_pk as pk, ${relevanceOf(query, numberOf)} as relevance from record_words where ${conditionOf(found)}`,
      },
    }
  },
}

/** A search in two steps: `lexemes` is matched by the index, `check` then tests the words of each record found. */
interface Search {
  lexemes: string
  check?: RawBuilder<SqlBool>
}

function conditionOf({ lexemes, check }: Search): RawBuilder<SqlBool> {
  const found = sql<SqlBool>`record_words.terms @@ ${lexemes}::tsquery`
  return check ? sql<SqlBool>`(${found} and ${check})` : found
}

/**
 * The condition for testing a record that the index has already found by another part of the query. It says `is true` so that PostgreSQL
 * does not consider using the index for each such part, in every combination: planning a few thousand parts would take gigabytes.
 */
function testOf({ lexemes, check }: Search): RawBuilder<SqlBool> {
  const found = sql<SqlBool>`(record_words.terms @@ ${lexemes}::tsquery) is true`
  return check ? sql<SqlBool>`(${found} and ${check})` : found
}

/**
 * Translate a query into an index search; undefined when it requires no word at all, since the index would then be read from end to end.
 */
function search(query: Query, numberOf: NumberOf): Search | undefined {
  switch (query.type) {
    case 'and': {
      const wanted = query.of.filter((part) => part.type !== 'not').map((part) => search(part, numberOf))
      const refused = query.of.flatMap((part) => (part.type === 'not' ? [search(part.of, numberOf)] : []))
      if (wanted.length === 0 || !areAll(wanted) || !areAll(refused)) return undefined
      const sure = refused.filter(({ check }) => !check).map(({ lexemes }) => `!${lexemes}`)
      const checks = [
        ...wanted.flatMap(({ check }) => check ?? []),
        ...refused.filter(({ check }) => check).map((part) => sql<SqlBool>`not ${testOf(part)}`),
      ]
      return {
        lexemes: `(${[...wanted.map(({ lexemes }) => lexemes), ...sure].join(' & ')})`,
        check: checks.length === 0 ? undefined : sql<SqlBool>`(${sql.join(checks, sql` and `)})`,
      }
    }
    case 'or': {
      const parts = query.of.map((part) => search(part, numberOf))
      if (!areAll(parts)) return undefined
      return {
        lexemes: `(${parts.map(({ lexemes }) => lexemes).join(' | ')})`,
        check: parts.some(({ check }) => check) ? sql<SqlBool>`(${sql.join(parts.map(testOf), sql` or `)})` : undefined,
      }
    }
    case 'all':
    case 'none':
    case 'not':
      return undefined
    default: {
      const number = numberOf(query.field.source)
      return number === undefined ? undefined : leafSearch(query, number)
    }
  }
}

function areAll(parts: (Search | undefined)[]): parts is Search[] {
  return parts.every((part) => part !== undefined)
}

function leafSearch(leaf: QueryLeaf, number: number): Search {
  switch (leaf.type) {
    case 'term':
      return { lexemes: quoted(storedWord(number, leaf.term)) }
    case 'prefix':
      return { lexemes: `${quoted(storedWord(number, leaf.prefix))}:*` }
    case 'phrase':
      return {
        lexemes: `(${leaf.terms.map((term) => quoted(storedWord(number, term))).join(' & ')})`,
        check: sql<SqlBool>`strpos(words, ${inOrder(number, leaf.terms)}) > 0`,
      }
    case 'wildcard':
    case 'fuzzy':
    case 'regex':
    case 'termRange':
    case 'range':
    case 'flag':
    case 'exists':
      throw new Error(`The language of feedback datasets has no ${leaf.type}.`)
  }
}

/** A relevance as in BM25 without the rarity of words: the number of occurrences, with diminishing weight, and less in a long record. */
function relevanceOf(query: Query, numberOf: NumberOf): RawBuilder<number> {
  const wanted = wantedTerms(query).slice(0, MAX_WEIGHED_WORDS)
  const parts = wanted.flatMap(({ field, terms }) => {
    const number = numberOf(field)
    if (number === undefined) return []
    const text = inOrder(number, terms)
    const bytes = Buffer.byteLength(text)
    const count = sql`((octet_length(words) - octet_length(replace(words, ${text}, ''))) / ${bytes}::float8)`
    const length = sql`(0.3 + 0.9 * octet_length(words) / ${USUAL_BYTES}::float8)`
    // Equals count / (count + length), but scans the words only once.
    return [sql`(1 - ${length} / (${count} + ${length}))`]
  })
  return parts.length === 0 ? sql<number>`1::float8` : sql<number>`(${sql.join(parts, sql` + `)})`
}

function wantedTerms(query: Query): { field: string; terms: readonly string[] }[] {
  switch (query.type) {
    case 'and':
    case 'or':
      return query.of.flatMap(wantedTerms)
    case 'term':
      return [{ field: query.field.source, terms: [query.term] }]
    case 'phrase':
      return [{ field: query.field.source, terms: query.terms }]
    default:
      return []
  }
}

/** Words as they are stored in order, each between its own spaces, so that repeated neighbours are counted separately. */
function inOrder(number: number, terms: readonly string[]): string {
  return terms.map((term) => ` ${storedWord(number, term)} `).join('')
}

function wordsOf({ fields }: RecordWords): string {
  return fields.map(({ number, terms }) => inOrder(number, terms)).join('')
}

function termsOf({ fields }: { fields: readonly FieldWords[] }): string[] {
  const found = new Set<string>()
  let bytes = 0
  for (const { number, terms } of fields)
    for (const term of terms) {
      const word = storedWord(number, term)
      if (found.has(word)) continue
      bytes += Buffer.byteLength(word) + 1
      if (bytes > MAX_TERMS_BYTES) return [...found]
      found.add(word)
    }
  return [...found]
}

/** Format texts as a PostgreSQL array literal. */
function arrayText(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}

function storedWord(number: number, term: string): string {
  return `${number.toString(36)}:${term}`
}

function quoted(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
