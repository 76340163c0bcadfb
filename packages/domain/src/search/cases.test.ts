import { describe, expect, it } from 'vitest'
import { QuerySyntaxError } from './errors'
import { parseLucene } from './lucene/parse-lucene'
import { type FieldValue, matchesQuery, type SearchDocument } from './match'
import { parseSimple } from './parse-simple'
import { resolveQuery } from './resolve'
import { makeSchema } from './schema'
import { CASES_NOW_MS, searchCases, searchCorpora } from './testing/cases'

describe('the table of searches', () => {
  it('has no two cases of one name', () => {
    expect(new Set(searchCases.map((found) => found.about)).size).toBe(searchCases.length)
  })

  it.each(searchCases)('$about', ({ corpus, language, query, field, finds }) => {
    const { fields, defaults, documents } = searchCorpora[corpus]
    const schema = makeSchema(fields, field === undefined ? defaults : [field])
    const search = () => {
      const syntax = language === 'simple' ? parseSimple(query) : parseLucene(query)
      const resolved = resolveQuery(syntax, schema, { query, nowMs: CASES_NOW_MS })
      return Object.entries(documents).flatMap(([id, values]) =>
        matchesQuery(resolved, documentOf(values)) ? [id] : [],
      )
    }
    if (finds === 'error') expect(search).toThrow(QuerySyntaxError)
    else expect(search()).toEqual(finds)
  })

  it('names the whole query in an error', () => {
    expect(() => parseLucene('data AND !')).toThrow('Failed to parse query [data AND !]')
  })
})

function documentOf(values: Readonly<Record<string, FieldValue | readonly FieldValue[]>>): SearchDocument {
  return new Map(Object.entries(values).map(([field, value]) => [field, typeof value === 'object' ? value : [value]]))
}
