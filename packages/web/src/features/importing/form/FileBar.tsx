import { type FileReading, TEXT_ENCODINGS } from '@postil/importing/read/file-reading'
import type { FileScan } from '@postil/importing/read/scan'
import { FileText, SlidersHorizontal } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { t } from '../../../i18n/areas/importing.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { Icon } from '../../../ui/display/Icon.tsx'
import { Popover } from '../../../ui/overlays/Popover.tsx'
import { formatBytes } from '../format-bytes.ts'
import type { ReadingChange } from '../import-state.ts'
import styles from './FileBar.module.css'

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
  // The control that had the focus went with the step before.
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) bar.current?.focus()
  }, [])
  const facts = [
    formatBytes(file.size),
    t('import.rows', { count: profile.rows }),
    t('import.columnCount', { count: profile.columns.length }),
    t(`import.format.${reading.format}`),
    ...(reading.sheet === undefined ? [] : [t('import.sheetFact', { name: reading.sheet })]),
    ...(reading.encoding === 'utf-8' ? [] : [t(`import.encoding.${reading.encoding}`)]),
    ...(encoding === 'foreign' ? [] : [t('import.isExport')]),
    ...(hasManifest ? [t('import.withManifest')] : []),
  ]
  return (
    <section ref={bar} tabIndex={-1} className={styles.bar} aria-label={t('import.file')}>
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

const FORMATS = [
  { value: 'csv', label: t('import.format.csv') },
  { value: 'json', label: t('import.format.json') },
  { value: 'jsonl', label: t('import.format.jsonl') },
  { value: 'conll', label: t('import.format.conll') },
  { value: 'text', label: t('import.format.text') },
] as const
const DELIMITERS = [
  { value: ',', label: t('import.delimiter.comma') },
  { value: ';', label: t('import.delimiter.semicolon') },
  { value: '\t', label: t('import.delimiter.tab') },
  { value: '|', label: t('import.delimiter.bar') },
] as const
const UNITS = [
  { value: 'line', label: t('import.unit.line') },
  { value: 'paragraph', label: t('import.unit.paragraph') },
] as const
const ENCODINGS = TEXT_ENCODINGS.map((value) => ({ value, label: t(`import.encoding.${value}`) }))

interface ReadingFormProps {
  reading: FileReading
  onChange: (change: ReadingChange) => void
}

/** Parsing options of the file; each change parses it again. */
function ReadingForm({ reading, onChange }: ReadingFormProps) {
  const { format, delimiter, hasHeader, unit, encoding, sheet, sheets = [] } = reading
  const header = (
    <Switch isSelected={hasHeader} onChange={(isOn) => onChange({ hasHeader: isOn })}>
      {t('import.hasHeader')}
    </Switch>
  )
  // A workbook has no encoding or delimiter to choose.
  if (format === 'xlsx')
    return (
      <div className={styles.form}>
        <Select
          label={t('import.sheet')}
          choices={sheets.map((name) => ({ value: name, label: name }))}
          value={sheet ?? null}
          onChange={(value) => onChange({ sheet: value })}
        />
        {header}
      </div>
    )
  return (
    <div className={styles.form}>
      <Select
        label={t('import.format')}
        choices={FORMATS}
        value={FORMATS.find((one) => one.value === format)?.value ?? null}
        onChange={(value) => onChange({ format: value })}
      />
      {format === 'csv' && (
        <>
          <Select
            label={t('import.delimiter')}
            choices={DELIMITERS}
            value={DELIMITERS.find((one) => one.value === delimiter)?.value ?? null}
            onChange={(value) => onChange({ delimiter: value })}
          />
          {header}
        </>
      )}
      {format === 'text' && (
        <Select label={t('import.unit')} choices={UNITS} value={unit} onChange={(value) => onChange({ unit: value })} />
      )}
      <Select
        label={t('import.encoding')}
        choices={ENCODINGS}
        value={encoding}
        onChange={(value) => onChange({ encoding: value })}
      />
    </div>
  )
}
