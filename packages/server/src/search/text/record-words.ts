import { scanWords } from '@postil/domain/text/scan-words'
import type { FieldWords, RecordWords } from '../../db/engines/text-store'
import type { NewText, WordsAsk } from './words-protocol'

/** Split the texts of a record into words, in order. */
export function recordWords({ pk, fields }: NewText, numbers: WordsAsk['numbers']): RecordWords {
  const words = Object.entries(fields).flatMap(([name, text]): FieldWords[] => {
    const number = numbers.get(name)
    if (number === undefined || text === null) return []
    const terms: string[] = []
    scanWords(text, (term) => {
      terms.push(term)
    })
    return terms.length === 0 ? [] : [{ number, terms }]
  })
  return { pk, fields: words }
}
