import type { Resolution } from '@postil/contract/feedback/team/resolutions'
import { wireTime } from '../../../db/clock'
import type { ResolutionTable } from '../../../db/tables'
import { rawJson, writeJson } from '../../../http/bodies/raw-json'

/** A resolution in replies. */
export function resolutionToWire(row: ResolutionTable): Resolution {
  return {
    record_id: row.record_id,
    question_id: row.question_id,
    value: rawJson(row.value),
    user_id: row.user_id,
    inserted_at: wireTime(row.inserted_at),
    updated_at: wireTime(row.updated_at),
  }
}

/** A resolution as JSON text, for events. */
export function resolutionText(row: ResolutionTable): string {
  return writeJson(resolutionToWire(row))
}
