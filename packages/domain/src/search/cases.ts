/**
 * One table of searches, run here through the reference matcher and in the server through every engine: all must find the same documents.
 */
import type { SearchCorpusName } from './cases/corpora'
import { luceneCases } from './cases/lucene-cases'
import { mailCases, type SimpleCase, scriptCases } from './cases/simple-cases'

export { CASES_NOW_MS, searchCorpora } from './cases/corpora'

/** One search. */
export interface SearchCase {
  /** Unique in the table. */
  readonly about: string
  readonly corpus: SearchCorpusName
  readonly language: 'simple' | 'lucene'
  readonly query: string
  /** The only field asked; without it the corpus's default fields are. */
  readonly field?: string
  /** Ids in the order of the corpus, or that the query is refused. */
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
