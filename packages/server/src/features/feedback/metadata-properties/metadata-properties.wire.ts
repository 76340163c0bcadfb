import type { MetadataProperty } from '@postil/contract/feedback/settings/metadata-properties'
import { type MetadataSettingsReply, parseMetadataSettings } from '@postil/contract/feedback/settings/metadata-settings'
import { pyFloatText } from '@postil/contract/python-text'
import type { Json } from '@postil/contract/shapes'
import { wireTime } from '../../../db/clock'
import type { MetadataPropertyTable } from '../../../db/tables'
import { rawJson } from '../../../http/bodies/raw-json'

/** A metadata property in replies (feedback-api §2). */
export function propertyToWire(row: MetadataPropertyTable): MetadataProperty {
  return {
    id: row.id,
    name: row.name,
    title: row.title,
    settings: settingsToWire(row.settings),
    visible_for_annotators: row.visible_for_annotators === 1,
    dataset_id: row.dataset_id,
    inserted_at: wireTime(row.inserted_at),
    updated_at: wireTime(row.updated_at),
  }
}

/** A float with its decimal point, even when whole: strict clients refuse `1` where a float is declared (feedback-api §10.1). */
export function floatToWire(value: number | null): Json {
  return value === null ? null : rawJson(pyFloatText(value))
}

function settingsToWire(json: string): MetadataSettingsReply {
  const settings = parseMetadataSettings(json)
  if (settings.type !== 'float') return settings
  return { type: 'float', min: floatToWire(settings.min), max: floatToWire(settings.max) }
}
