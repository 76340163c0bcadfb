import type { OptionTouches } from '@postil/contract/options'
import type { OptionList, OptionRules, Relabel } from '@postil/domain/options/option-list'
import type { Db, OptionChangeRowTable, Tx } from '../../db/tables'

/** What a change replaced, without the change it belongs to. */
export type ReplacedRow = Omit<OptionChangeRowTable, 'change_id'>

/** What one step of a change did. */
export interface Step {
  replaced: ReplacedRow[]
  touched: OptionTouches
  /** The last record that was looked at; the next step begins behind it. */
  walkedTo: string
}

/** Options as they are stored. */
export interface StoredOptions {
  list: OptionList
  /** JSON text that `restore` takes back, and that tells whether somebody changed the options. */
  text: string
}

/** Who has options: a classic dataset with a label schema, or a question. Walks over records go by their key, or id. */
export interface OptionOwner {
  datasetId: string
  questionId: string | null
  /** How the kinds of its events begin. */
  eventKind: 'question.options' | 'task_labels.list'
  rules: OptionRules
  /** The error for a change that does not fit. */
  refuse(message: string): Error
  /** The error for a change that comes at the wrong time. */
  conflict(message: string): Error
  /**
   * Lock the options until the end of the transaction.
   *
   * @param waits - wait for those who are writing records by the options of now; whoever comes later reads the new ones
   */
  lock(tx: Tx, options?: { waits: boolean }): Promise<StoredOptions>
  /** @returns the text of the options as they are stored now */
  save(tx: Tx, list: OptionList): Promise<string>
  restore(tx: Tx, text: string): Promise<void>
  /** Keys of some records, in order, that may hold the option in any of its forms. */
  find(db: Db, value: string, after: string, limit: number): Promise<string[]>
  /** What in these records holds the option. */
  count(db: Db, value: string, keys: readonly string[]): Promise<OptionTouches>
  /** What beside records holds it, as rules do. */
  countApart(db: Db, value: string): Promise<OptionTouches>
  /** Replace it in these records, or in the first of them when they are large. */
  relabel(tx: Tx, relabel: Relabel, keys: readonly string[]): Promise<Step>
  relabelApart(tx: Tx, relabel: Relabel): Promise<Pick<Step, 'replaced' | 'touched'>>
  /** Put back what nobody has changed since. @returns what that was */
  putBack(tx: Tx, rows: readonly ReplacedRow[]): Promise<OptionTouches>
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
