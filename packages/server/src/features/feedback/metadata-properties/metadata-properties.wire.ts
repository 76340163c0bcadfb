import type { MetadataProperty } from '@postil/contract/feedback/settings/metadata-properties'
import { type MetadataSettingsReply, parseMetadataSettings } from '@postil/contract/feedback/settings/metadata-settings'
import { wireTime } from '../../../db/clock'
import type { MetadataPropertyTable } from '../../../db/tables'
import { floatToWire } from '../../../wire/python-client'

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

function settingsToWire(json: string): MetadataSettingsReply {
  const settings = parseMetadataSettings(json)
  if (settings.type !== 'float') return settings
  return { type: 'float', min: floatToWire(settings.min), max: floatToWire(settings.max) }
}
