import { formatDateTime } from '../i18n/index.ts'

/** Integers that are Unix times in milliseconds of the years 2000 to 2100 are taken for times. */
const FIRST_MS = Date.UTC(2000)
const LAST_MS = Date.UTC(2100)

/** A metadata value for display: Unix milliseconds as date and time followed by the number; anything else unchanged. */
export function metadataWords(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'number' || !Number.isInteger(value) || value < FIRST_MS || value >= LAST_MS)
    return JSON.stringify(value)
  return `${formatDateTime(new Date(value))} (${value})`
}
