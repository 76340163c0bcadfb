import { z } from 'zod'
import { bool } from '../../shapes'

/** Settings of a field, as stored and returned. Text is the only type (feedback-api §4.2). */
export const FieldSettings = z.object({ type: z.literal('text'), use_markdown: z.boolean() })
export type FieldSettings = z.output<typeof FieldSettings>

/** Settings of a new field. */
export const FieldSettingsCreate = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), use_markdown: bool().default(false) }),
])

/** A change of a field's settings; both keys are required. */
export const FieldSettingsPatch = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), use_markdown: bool() }),
])

/** Parse stored settings from JSON text. */
export function parseFieldSettings(json: string): FieldSettings {
  return FieldSettings.parse(JSON.parse(json))
}
