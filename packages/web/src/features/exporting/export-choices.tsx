import type { ClassicExportFormat } from '@postil/importing/classic/export-classic'
import { t } from '../../i18n/areas/exporting.ts'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { RadioGroup } from '../../ui/controls/RadioGroup.tsx'
import styles from './ExportDialog.module.css'

interface FormatChoiceProps<Format> {
  formats: readonly Format[]
  value: Format
  onChange: (format: Format) => void
}

/** The format of the file, each with what it is good for. */
export function FormatChoice<Format extends ClassicExportFormat>({ formats, ...rest }: FormatChoiceProps<Format>) {
  return (
    <RadioGroup
      label={t('export.format')}
      choices={formats.map((value) => ({ value, label: labelOf(value) }))}
      {...rest}
    />
  )
}

function labelOf(format: ClassicExportFormat) {
  return (
    <span>
      <strong className={styles.format}>{t(`export.format.${format}`)}</strong>{' '}
      <span className="note">{t(`export.formatFor.${format}`)}</span>
    </span>
  )
}

interface StatusChoiceProps<Status> {
  legend: string
  statuses: readonly Status[]
  textOf: (status: Status) => string
  chosen: readonly Status[]
  onChange: (chosen: readonly Status[]) => void
  /** What is exported when some are chosen; with none, all records are. */
  note: string
  records: number
}

/** The statuses of the records to export. */
export function StatusChoice<Status extends string>(props: StatusChoiceProps<Status>) {
  const { legend, statuses, textOf, chosen, onChange, note, records } = props
  const toggle = (status: Status, isOn: boolean) =>
    onChange(statuses.filter((one) => (one === status ? isOn : chosen.includes(one))))
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      {statuses.map((status) => (
        <Checkbox key={status} isSelected={chosen.includes(status)} onChange={(isOn) => toggle(status, isOn)}>
          {textOf(status)}
        </Checkbox>
      ))}
      <p className={styles.note}>{chosen.length === 0 ? t('export.everyRecord', { count: records }) : note}</p>
    </fieldset>
  )
}
