import { z } from 'zod'
import { LIMITS } from '../../limits'
import { PyFloat, pyFloatText, pyRepr } from '../../python-text'
import { fail, float, int, type Json, list, text, valueError } from '../../shapes'

/** Settings of a metadata property, as used by the validation rules (feedback-api §2, §4.5). */
export const MetadataSettings = z.discriminatedUnion('type', [
  z.object({ type: z.literal('terms'), values: z.array(z.string()).nullable() }),
  z.object({ type: z.literal('integer'), min: z.number().nullable(), max: z.number().nullable() }),
  z.object({ type: z.literal('float'), min: z.number().nullable(), max: z.number().nullable() }),
])
export type MetadataSettings = z.output<typeof MetadataSettings>

/** A float in replies always has a decimal point or an exponent, so it is written as raw JSON; null if absent. */
export const WireFloat = z
  .custom<Json>((value) => value === null || typeof value === 'number')
  .meta({ type: ['number', 'null'] })

/** An integer in replies with all its digits, so it is written as raw JSON, too; null if absent. */
export const WireInteger = z
  .custom<Json>((value) => value === null || typeof value === 'number')
  .meta({ type: ['integer', 'null'] })

/** Settings of a metadata property as returned: the bounds of a float property keep their decimal point. */
export const MetadataSettingsReply = z.discriminatedUnion('type', [
  z.object({ type: z.literal('terms'), values: z.array(z.string()).nullable() }),
  z.object({ type: z.literal('integer'), min: z.number().nullable(), max: z.number().nullable() }),
  z.object({ type: z.literal('float'), min: WireFloat, max: WireFloat }),
])
export type MetadataSettingsReply = z.output<typeof MetadataSettingsReply>

/** Settings of a new metadata property. */
export const MetadataSettingsCreate = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('terms'),
    values: list(text(), { min: 1, max: LIMITS.termsValues }).nullable().default(null),
  }),
  z
    .object({
      type: z.literal('integer'),
      min: int().nullable().default(null),
      max: int().nullable().default(null),
    })
    .superRefine(ascendingBounds),
  z
    .object({
      type: z.literal('float'),
      min: float().nullable().default(null),
      max: float().nullable().default(null),
    })
    .superRefine(ascendingBounds),
])

/** Settings as JSON text to store. Integral bounds of a float property keep their decimal point. */
export function metadataSettingsText(settings: MetadataSettings): string {
  if (settings.type !== 'float') return JSON.stringify(settings)
  const bound = (value: number | null) => (value === null ? 'null' : pyFloatText(value))
  return `{"type":"float","min":${bound(settings.min)},"max":${bound(settings.max)}}`
}

/** Parse stored settings from JSON text. */
export function parseMetadataSettings(json: string): MetadataSettings {
  return MetadataSettings.parse(JSON.parse(json))
}

function ascendingBounds(
  { type, min, max }: Extract<MetadataSettings, { min: number | null }>,
  ctx: z.core.$RefinementCtx,
): void {
  if (min === null || max === null || min < max) return
  const print = (bound: number) => pyRepr(type === 'float' ? new PyFloat(bound) : bound)
  fail(ctx, valueError(`'min' (${print(min)}) must be lower than 'max' (${print(max)})`), { root: true })
}
