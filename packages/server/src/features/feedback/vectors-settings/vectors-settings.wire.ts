import type { VectorsSettings } from '@postil/contract/feedback/settings/vectors-settings'
import { wireTime } from '../../../db/clock'
import type { VectorsSettingsTable } from '../../../db/tables'

/** Vectors settings in replies (feedback-api §2). */
export function vectorsSettingsToWire(row: VectorsSettingsTable): VectorsSettings {
  return {
    id: row.id,
    name: row.name,
    title: row.title,
    dimensions: row.dimensions,
    source: row.source,
    dataset_id: row.dataset_id,
    inserted_at: wireTime(row.inserted_at),
    updated_at: wireTime(row.updated_at),
  }
}
