import type { RecordTable } from '../../../db/tables'

/** A record that is in the store, so it has its place in the order. */
export type StoredRecord = RecordTable & { pk: number }
