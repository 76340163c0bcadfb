import type { Metadata } from '@postil/contract/feedback/record-parts'
import type { MetadataSettings } from '@postil/contract/feedback/settings/metadata-settings'
import { pyFloatText } from '@postil/contract/python-text'
import { exactJsonText } from '../wire/exact-json'

/**
 * A record's metadata as the JSON text that is stored and returned: numbers of float properties always have a decimal point, since existing
 * clients reject a float written as `1` (feedback-api §10.1), and integers never have an exponent or lose digits.
 */
export function metadataText(properties: ReadonlyMap<string, MetadataSettings>, metadata: Metadata): string {
  const entries = Object.entries(metadata)
  if (entries.every(([, value]) => typeof value === 'string')) return JSON.stringify(metadata)
  const written = entries.map(([key, value]) => {
    const isNumber = typeof value === 'number' || typeof value === 'bigint'
    const text = isNumber ? numberText(value, properties.get(key)?.type === 'float') : exactJsonText(value)
    return `${JSON.stringify(key)}:${text}`
  })
  return `{${written.join(',')}}`
}

function numberText(value: number | bigint, isFloat: boolean): string {
  if (isFloat) return pyFloatText(Number(value))
  if (typeof value === 'bigint') return String(value)
  return Number.isInteger(value) ? BigInt(value).toString() : JSON.stringify(value)
}
