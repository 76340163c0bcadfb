import type { Suggestion } from '@postil/contract/feedback/suggestions'
import { wireTime } from '../../../db/clock'
import type { SuggestionTable } from '../../../db/tables'
import { rawJson, writeJson } from '../../../http/bodies/raw-json'

/** A suggestion in replies; `type` was checked when it was stored. */
export function suggestionToWire(row: SuggestionTable): Suggestion {
  return {
    id: row.id,
    question_id: row.question_id,
    type: row.type === 'model' || row.type === 'human' ? row.type : null,
    value: rawJson(row.value),
    agent: row.agent,
    score: row.score === null ? null : rawJson(row.score),
    inserted_at: wireTime(row.inserted_at),
    updated_at: wireTime(row.updated_at),
  }
}

/** A suggestion as JSON text, for events. */
export function suggestionText(row: SuggestionTable): string {
  return writeJson(suggestionToWire(row))
}
