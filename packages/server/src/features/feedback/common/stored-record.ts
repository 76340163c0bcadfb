import { sql } from 'kysely'
import type { RecordTable } from '../../../db/tables'

/** A stored record, which has a position in the order of insertion. */
export type StoredRecord = RecordTable & { pk: number }

/** Stored bytes of the records of a select. */
export const STORED_BYTES = sql<number>`coalesce(sum(octet_length(records.fields) + coalesce(octet_length(records.metadata), 0)), 0)`
