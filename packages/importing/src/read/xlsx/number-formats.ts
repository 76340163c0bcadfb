/** The meaning of a numeric cell: a number, or by its format a date or a time. */
export type NumberKind = 'number' | 'date' | 'time'

const BUILT_IN_TIMES = new Set([18, 19, 20, 21, 45, 46, 47])
const DAY_MS = 86_400_000

/** The meaning of numbers with a format; `code` is that of a custom format of the workbook. */
export function numberKind(formatId: number, code: string | undefined): NumberKind {
  if (code === undefined) {
    if (BUILT_IN_TIMES.has(formatId)) return 'time'
    const isDate =
      (formatId >= 14 && formatId <= 22) || (formatId >= 27 && formatId <= 36) || (formatId >= 50 && formatId <= 58)
    return isDate ? 'date' : 'number'
  }
  // Only the section for positive numbers, without quoted text, escaped characters, colours and conditions; [h] is a time.
  const [first = ''] = code.replace(/"[^"]*"|\\.|_.|\*./g, '').split(';')
  const signs = first.replace(/\[(?!(h+|m+|s+)\])[^\]]*\]/gi, '')
  if (/general/i.test(signs)) return 'number'
  if (/[yd]/i.test(signs)) return 'date'
  if (/[hs]/i.test(signs)) return 'time'
  return /m/i.test(signs) ? 'date' : 'number'
}

/**
 * A number with the spreadsheet's precision of 15 digits, so that 0.1 + 0.2 is 0.3. An integer too long for a `number` stays a text with
 * all its digits.
 */
export function readNumberCell(text: string): number | string | undefined {
  const number = Number(text)
  if (text.trim() === '' || !Number.isFinite(number)) return undefined
  if (/^-?\d+$/.test(text)) return Number.isSafeInteger(number) ? number : text
  return Number(number.toPrecision(15))
}

/**
 * Convert a serial number of days to an ISO date or time.
 *
 * @param is1904 - the workbook counts from 1904, as old Macintosh files do
 */
export function readDateCell(serial: number, kind: 'date' | 'time', is1904: boolean): string {
  const ms = Math.round(serial * DAY_MS)
  if (kind === 'time' && serial >= 0) {
    const seconds = Math.round(ms / 1000)
    return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
      .map((part) => String(Math.floor(part)).padStart(2, '0'))
      .join(':')
  }
  // Spreadsheets wrongly include 29 February 1900, so days before it are counted from one day later.
  const zero = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30)
  const iso = new Date(zero + ms).toISOString()
  if (serial % 1 === 0) return iso.slice(0, 10)
  return iso.slice(0, 19)
}
