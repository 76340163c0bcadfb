import type { OptionTouches } from '@postil/contract/options'
import type { OptionList, OptionRules, Relabel } from '@postil/domain/options/option-list'
import type { Db, OptionChangeRowTable, Tx } from '../../db/tables'

/** What a change replaced, without the change it belongs to. */
export type ReplacedRow = Omit<OptionChangeRowTable, 'change_id'>

/** What one step of a change did. */
export interface Step {
  replaced: ReplacedRow[]
  touched: OptionTouches
  /** The last record processed; the next step starts after it. */
  walkedTo: string
}

/** Options as they are stored. */
interface StoredOptions {
  list: OptionList
  /** JSON text accepted by `restore`, which also tells whether the options were changed. */
  text: string
}

/** The owner of a list of options: a classic dataset with a label schema, or a question. Records are walked in the order of their key or id. */
export interface OptionOwner {
  datasetId: string
  questionId: string | null
  /** Prefix of the kinds of its events. */
  eventKind: 'question.options' | 'task_labels.list'
  rules: OptionRules
  /** The error for a change that is not possible. */
  refuse(message: string): Error
  /** The error for a change that comes at the wrong time. */
  conflict(message: string): Error
  /**
   * Lock the options until the end of the transaction.
   *
   * @param waits - wait for transactions that are writing records by the current options; later ones read the new options
   */
  lock(tx: Tx, options?: { waits: boolean }): Promise<StoredOptions>
  /** @returns the text of the options as they are stored now */
  save(tx: Tx, list: OptionList): Promise<string>
  restore(tx: Tx, text: string): Promise<void>
  /** Keys of a batch of records, in order, that may contain the option in any form. */
  find(db: Db, value: string, after: string, limit: number): Promise<string[]>
  /** The occurrences of the option in these records. */
  count(db: Db, value: string, keys: readonly string[]): Promise<OptionTouches>
  /** Occurrences outside of records, such as in rules. */
  countApart(db: Db, value: string): Promise<OptionTouches>
  /** Replace it in these records, or in the first of them when they are large. The log says that this user did it. */
  relabel(tx: Tx, relabel: Relabel, keys: readonly string[], userId: string): Promise<Step>
  relabelApart(tx: Tx, relabel: Relabel, userId: string): Promise<Pick<Step, 'replaced' | 'touched'>>
  /** Restore what has not been changed since. @returns the restored rows */
  putBack(tx: Tx, rows: readonly ReplacedRow[], userId: string): Promise<OptionTouches>
}

export const NOTHING: OptionTouches = {
  records: 0,
  annotations: 0,
  predictions: 0,
  rules: 0,
  submitted: 0,
  drafts: 0,
  discarded: 0,
  suggestions: 0,
  resolutions: 0,
}

export function addTouches(one: OptionTouches, other: Partial<OptionTouches>): OptionTouches {
  const sum = { ...NOTHING, ...one }
  for (const [name, count] of Object.entries(other) as [keyof OptionTouches, number][]) sum[name] += count
  return sum
}
