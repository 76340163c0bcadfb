import type { FieldValues } from '@postil/contract/feedback/record-parts'
import type { Engine } from '../../db/engines/engine'

/** A record whose words are not in the index yet. */
export interface NewText {
  pk: number
  fields: FieldValues
}

/** A request for the words of some records, in the form in which this engine stores them. */
export interface WordsAsk {
  kind: Engine['kind']
  records: readonly NewText[]
  /** The number of each field in the index, by its name. */
  numbers: ReadonlyMap<string, number | undefined>
}
