import { badRowsCsv } from '@postil/importing/export/export-text'
import { safeFileName } from '@postil/importing/guess/names'
import type { BadRow } from '@postil/importing/read/source-row'
import { Download } from 'lucide-react'
import { t } from '../../../i18n/areas/importing.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { saveText } from '../../exporting/save-text.ts'
import styles from './Notice.module.css'

const SHOWN = 5

interface BadRowsProps {
  count: number
  rows: readonly BadRow[]
  fileName: string
  /** The import has ended. */
  isDone?: boolean
}

/** Invalid rows: their number, the first ones with line and reason, and all of them as a download. */
export function BadRows({ count, rows, fileName, isDone = false }: BadRowsProps) {
  if (count === 0) return null
  const shown = rows.slice(0, SHOWN)
  const handleDownload = () =>
    saveText(`${safeFileName(fileName.replace(/\.[a-z0-9.]+$/i, ''))}.left-out.csv`, badRowsCsv(rows), 'text/csv')
  return (
    <div className={styles.notice} data-tone="ochre" role="status">
      <strong className={styles.head}>{t(isDone ? 'import.leftOut' : 'import.badRows', { count })}</strong>
      {!isDone && t('import.badRowsLead')}
      <ul className={styles.list}>
        {shown.map(({ line, reason }) => (
          <li key={`${line} ${reason}`} className={styles.reason}>
            {t('import.badRow', { line: String(line), reason })}
          </li>
        ))}
        {count > shown.length && <li>{t('import.badMore', { count: count - shown.length })}</li>}
      </ul>
      <div className={styles.actions}>
        <Button size="medium" icon={Download} onPress={handleDownload}>
          {t('import.badDownload')}
        </Button>
      </div>
    </div>
  )
}
