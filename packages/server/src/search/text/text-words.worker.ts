import { postgresTextStore } from '../../db/engines/postgres-text-store'
import { sqliteTextStore } from '../../db/engines/sqlite/text-store'
import type { StoredWords } from '../../db/engines/text-store'
import { serveIndex } from '../../workers/serve-index'
import { recordWords } from './record-words'
import type { WordsAsk } from './words-protocol'

/** Splits large records into words: a megabyte takes a good part of a second, too long for the HTTP thread. */
serveIndex<WordsAsk, StoredWords[], never, never>({
  answer: async ({ kind, records, numbers }) => {
    const store = kind === 'sqlite' ? sqliteTextStore : postgresTextStore
    return records.map((record) => store.prepare(recordWords(record, numbers)))
  },
})
