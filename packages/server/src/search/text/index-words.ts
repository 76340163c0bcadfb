import type { FieldValues } from '@postil/contract/feedback/record-parts'
import { scanWords } from '@postil/domain/text/scan-words'
import type { FieldWords, RecordWords } from '../../db/engines/text-store'
import { textStoreOf } from '../../db/engines/text-store-of'
import type { Tx } from '../../db/tables'
import { ensureFieldNumbers } from './field-numbers'

/** A record whose words are not in the index yet. */
export interface NewText {
  pk: number
  fields: FieldValues
}

/** Put the words of new records of one dataset into the index. */
export async function indexWords(tx: Tx, datasetId: string, records: readonly NewText[]): Promise<void> {
  if (records.length === 0) return
  const numbers = await ensureFieldNumbers(tx, datasetId)
  await textStoreOf(tx).insert(
    tx,
    records.map((record) => wordsOf(record, numbers)),
  )
}

function wordsOf({ pk, fields }: NewText, numbers: ReadonlyMap<string, number | undefined>): RecordWords {
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
