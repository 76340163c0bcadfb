import type { Response } from '@postil/contract/feedback/responses'
import { wireTime } from '../../../db/clock'
import type { ResponseTable } from '../../../db/tables'
import { rawJson, writeJson } from '../../../http/bodies/raw-json'

/** A response in replies. */
export function responseToWire(row: ResponseTable): Response {
  return {
    id: row.id,
    values: row.values === null ? null : rawJson(row.values),
    status: row.status,
    record_id: row.record_id,
    user_id: row.user_id,
    inserted_at: wireTime(row.inserted_at),
    updated_at: wireTime(row.updated_at),
  }
}

/** A response as JSON text, for events. */
export function responseText(row: ResponseTable): string {
  return writeJson(responseToWire(row))
}
