import type { Query, QueryLeaf } from '@postil/domain/search/index'
import { type SqlBool, sql } from 'kysely'
import { amongParts, type TextStore } from '../text-store'
import { storedText, storedWord } from './text-words'

/** Keeps the number of parameters below the limit for one statement. */
const ROWS_PER_INSERT = 500

type NumberOf = (field: string) => number | undefined

/** Stores words in a contentless FTS5 table; a trigger deletes them with their records. */
export const sqliteTextStore: TextStore = {
  prepare: ({ pk, fields }) => ({ pk, words: storedText(fields) }),
  insert: async (tx, records) => {
    for (let at = 0; at < records.length; at += ROWS_PER_INSERT) {
      const rows = records.slice(at, at + ROWS_PER_INSERT).map(({ pk, words }) => sql`(${pk}, ${words})`)
      await sql`insert into record_words (rowid, words) values ${sql.join(rows)}`.execute(tx)
    }
  },
  remove: async (tx, pks) => {
    if (pks.length > 0) await sql`delete from record_words where rowid in (${sql.join(pks)})`.execute(tx)
  },
  match: (query, numberOf) => {
    const expression = matchText(query, numberOf)
    const among = amongParts(query, (part) => {
      const words = matchText(part, numberOf)
      if (words === undefined) return undefined
      return (pk) => sql<SqlBool>`${pk} in (select rowid from record_words where record_words match ${words})`
    })
    if (expression === undefined) return { among }
    return {
      among,
      // With a prefix, FTS5 collects all matching records even when only one of them is tested.
      has: hasPrefix(query)
        ? undefined
        : (pk) =>
            sql<SqlBool>`exists (select 1 from record_words where record_words match ${expression} and rowid = ${pk})`,
      ranked: {
        count: sql`select count(*) as count from record_words where record_words match ${expression}`,
        hits: sql`select rowid as pk, -rank as relevance from record_words where record_words match ${expression}`,
      },
    }
  },
}

/** Translate a query into FTS5 syntax; undefined when it requires no word at all, which FTS5 does not support. */
function matchText(query: Query, numberOf: NumberOf): string | undefined {
  switch (query.type) {
    case 'and': {
      const wanted = query.of.filter((part) => part.type !== 'not').map((part) => matchText(part, numberOf))
      const refused = query.of.flatMap((part) => (part.type === 'not' ? [matchText(part.of, numberOf)] : []))
      if (wanted.length === 0 || !areAll(wanted) || !areAll(refused)) return undefined
      const all = `(${wanted.join(' AND ')})`
      return refused.length === 0 ? all : `(${all} NOT (${refused.join(' OR ')}))`
    }
    case 'or': {
      const parts = query.of.map((part) => matchText(part, numberOf))
      return areAll(parts) ? `(${parts.join(' OR ')})` : undefined
    }
    case 'all':
    case 'none':
    case 'not':
      return undefined
    default: {
      const number = numberOf(query.field.source)
      return number === undefined ? undefined : leafText(query, number)
    }
  }
}

function hasPrefix(query: Query): boolean {
  switch (query.type) {
    case 'and':
    case 'or':
      return query.of.some(hasPrefix)
    case 'not':
      return hasPrefix(query.of)
    default:
      return query.type === 'prefix'
  }
}

function areAll(parts: readonly (string | undefined)[]): parts is readonly string[] {
  return parts.every((part) => part !== undefined)
}

function leafText(leaf: QueryLeaf, number: number): string {
  const quoted = (terms: readonly string[]) =>
    `"${terms.map((term) => storedWord(number, term).replaceAll('"', '""')).join(' ')}"`
  switch (leaf.type) {
    case 'term':
      return quoted([leaf.term])
    case 'prefix':
      return `${quoted([leaf.prefix])} *`
    case 'phrase':
      return quoted(leaf.terms)
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
