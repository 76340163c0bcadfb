import { sql } from 'kysely'
import type { RecordTable } from '../../../db/tables'

/** A stored record, which has a position in the order of insertion. */
export type StoredRecord = RecordTable & { pk: number }

/** The number of bytes that the records of a query take in the store. */
export const STORED_BYTES = sql<number>`coalesce(sum(octet_length(records.fields) + coalesce(octet_length(records.metadata), 0)), 0)`
