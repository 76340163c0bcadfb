import { formatNumber } from '../../i18n/index.ts'

/** The size of a file in the unit that fits it: `12 bytes`, `1.5 kB`, `2.3 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1e3) return formatNumber(bytes, { style: 'unit', unit: 'byte', unitDisplay: 'long' })
  const isMega = bytes >= 1e6
  return formatNumber(bytes / (isMega ? 1e6 : 1e3), {
    style: 'unit',
    unit: isMega ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: 1,
  })
}
