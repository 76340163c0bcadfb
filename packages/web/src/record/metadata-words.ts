import { formatDateTime } from '../i18n/index.ts'

/** Whole numbers from 2000 to 2100 in milliseconds: so times come from programs. */
const FIRST_MS = Date.UTC(2000)
const LAST_MS = Date.UTC(2100)

/** A metadata value as it is shown: milliseconds as date and time, the number behind them; anything else as it is. */
export function metadataWords(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'number' || !Number.isInteger(value) || value < FIRST_MS || value >= LAST_MS)
    return JSON.stringify(value)
  return `${formatDateTime(new Date(value))} (${value})`
}
