import type { FileScan } from '@postil/importing/read/scan'
import { FileText, SlidersHorizontal } from 'lucide-react'
import { t } from '../../../i18n/areas/importing.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Icon } from '../../../ui/display/Icon.tsx'
import { Popover } from '../../../ui/overlays/Popover.tsx'
import { formatBytes } from '../format-bytes.ts'
import type { ReadingChange } from '../import-state.ts'
import { ENCODINGS } from './encodings.ts'
import styles from './FileBar.module.css'
import { ReadingForm } from './ReadingForm.tsx'

interface FileBarProps {
  file: File
  scan: FileScan
  hasManifest: boolean
  onReread: (change: ReadingChange) => void
  onOther: () => void
}

/** The file, a summary of its content, and buttons to parse it differently or choose another. */
export function FileBar({ file, scan, hasManifest, onReread, onOther }: FileBarProps) {
  const { reading, profile, encoding } = scan
  const facts = [
    formatBytes(file.size),
    t('import.rows', { count: profile.rows }),
    t('import.columnCount', { count: profile.columns.length }),
    t(`import.format.${reading.format}`),
    ...(reading.sheet === undefined ? [] : [t('import.sheetFact', { name: reading.sheet })]),
    ...ENCODINGS.flatMap(({ value, label }) => (value === reading.encoding && value !== 'utf-8' ? [label] : [])),
    ...(encoding === 'foreign' ? [] : [t('import.isExport')]),
    ...(hasManifest ? [t('import.withManifest')] : []),
  ]
  return (
    <section className={styles.bar} aria-label={t('import.file')}>
      <span className={styles.mark}>
        <Icon icon={FileText} size={20} />
      </span>
      <div className={styles.words}>
        <p className={styles.name}>{file.name}</p>
        <p className={styles.facts}>{facts.join(' · ')}</p>
      </div>
      <div className={styles.actions}>
        {reading.format !== 'parquet' && (encoding === 'foreign' || reading.format === 'xlsx') && (
          <Popover
            label={t('import.readAs')}
            placement="bottom end"
            trigger={
              <Button size="medium" variant="quiet" icon={SlidersHorizontal}>
                {t('import.readAs')}
              </Button>
            }
          >
            <ReadingForm reading={reading} onChange={onReread} />
          </Popover>
        )}
        <Button size="medium" onPress={onOther}>
          {t('import.otherFile')}
        </Button>
      </div>
    </section>
  )
}
