import { sql } from 'kysely'
import type { RecordTable } from '../../../db/tables'

/** A record that is in the store, so it has its place in the order. */
export type StoredRecord = RecordTable & { pk: number }

/** Stored bytes of the records of a select. */
export const STORED_BYTES = sql<number>`coalesce(sum(octet_length(records.fields) + coalesce(octet_length(records.metadata), 0)), 0)`
