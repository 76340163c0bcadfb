import { parseFieldSettings } from '@postil/contract/feedback/settings/field-settings'
import type { Field } from '@postil/contract/feedback/settings/fields'
import { wireTime } from '../../../db/clock'
import type { FieldTable } from '../../../db/tables'

/** A field in replies (feedback-api §2). */
export function fieldToWire(row: FieldTable): Field {
  return {
    id: row.id,
    name: row.name,
    title: row.title,
    required: row.required === 1,
    settings: parseFieldSettings(row.settings),
    dataset_id: row.dataset_id,
    inserted_at: wireTime(row.inserted_at),
    updated_at: wireTime(row.updated_at),
  }
}
