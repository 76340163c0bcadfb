/**
 * Test cases for search. They run here against the reference matcher and in the server against every engine; all must find the same
 * documents.
 */
import type { SearchCorpusName } from './corpora'
import { luceneCases } from './lucene-cases'
import { mailCases, type SimpleCase, scriptCases } from './simple-cases'

export { CASES_NOW_MS, searchCorpora } from './corpora'

/** One search. */
export interface SearchCase {
  /** Title of the test; unique. */
  readonly about: string
  readonly corpus: SearchCorpusName
  readonly language: 'simple' | 'lucene'
  readonly query: string
  /** Search this field only. Default: the default fields of the corpus. */
  readonly field?: string
  /** Ids of the found documents in the order of the corpus, or `error` when the query is invalid. */
  readonly finds: readonly string[] | 'error'
}

/** All searches. */
export const searchCases: readonly SearchCase[] = [
  ...simple('mail', mailCases),
  ...simple('scripts', scriptCases),
  ...luceneCases.map(
    ([about, query, finds]): SearchCase => ({
      about: `classic: ${about}`,
      corpus: 'classic',
      language: 'lucene',
      query,
      finds: finds === 'error' ? finds : idsOf(finds),
    }),
  ),
]

function simple(corpus: SearchCorpusName, cases: readonly SimpleCase[]): SearchCase[] {
  return cases.map(([about, query, finds, field]) => ({
    about: `${corpus}: ${about}`,
    corpus,
    language: 'simple',
    query,
    field,
    finds: idsOf(finds),
  }))
}

function idsOf(finds: string): string[] {
  return finds === '' ? [] : finds.split(' ')
}
