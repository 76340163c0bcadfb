import type { FileReading } from '@postil/importing/read/file-reading'
import { t } from '../../../i18n/areas/importing.ts'
import { Select } from '../../../ui/controls/Select.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'
import type { ReadingChange } from '../import-state.ts'
import { ENCODINGS } from './encodings.ts'
import styles from './FileBar.module.css'

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
interface ReadingFormProps {
  reading: FileReading
  onChange: (change: ReadingChange) => void
}

/** Parsing options of the file; each change parses it again. */
export function ReadingForm({ reading, onChange }: ReadingFormProps) {
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
