import { protect } from '@postil/importing/convert/protect'
import { quote } from '@postil/importing/export/export-text'
import { safeFileName } from '@postil/importing/guess/names'
import { saveText } from './save-text.ts'

/** A table of data, for a screen and for a download. */
export interface Figures {
  columns: readonly string[]
  rows: readonly (readonly CsvValue[])[]
}

/** A moment is shown in local time; the download has it in UTC. */
export type CsvValue = string | number | Date

/** Download figures as CSV. @param name - the file name without `.csv`, any text */
export function saveCsv(name: string, figures: Figures): void {
  saveText(`${safeFileName(name)}.csv`, csvOf(figures), 'text/csv')
}

/**
 * The data as CSV: with a byte order mark, so that spreadsheets read it as UTF-8, and with texts escaped that they
 * would run as formulas.
 */
function csvOf({ columns, rows }: Figures): string {
  const write = (cell: CsvValue) => {
    if (cell instanceof Date) return cell.toISOString()
    return typeof cell === 'number' ? String(cell) : quote(protect(cell))
  }
  const line = (cells: readonly CsvValue[]) => cells.map(write).join(',')
  return `\ufeff${[columns, ...rows].map(line).join('\r\n')}\r\n`
}
