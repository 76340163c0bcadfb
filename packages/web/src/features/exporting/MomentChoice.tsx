import { t } from '../../i18n/areas/exporting.ts'
import { RadioGroup } from '../../ui/controls/RadioGroup.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import styles from './ExportDialog.module.css'
import { momentProblem } from './use-export.ts'

interface MomentChoiceProps {
  label: string
  /** Names the field with the time. */
  fieldLabel: string
  /** What is as it was then. */
  help: string
  /** In the user's time zone; undefined for now, empty until it is chosen. */
  moment: string | undefined
  onChange: (moment: string | undefined) => void
}

/** Whether answers or annotations are those of now or of an earlier time. */
export function MomentChoice({ label, fieldLabel, help, moment, onChange }: MomentChoiceProps) {
  return (
    <div className={styles.moment}>
      <RadioGroup
        label={label}
        choices={[
          { value: 'now', label: t('export.moment.now') },
          { value: 'earlier', label: t('export.moment.earlier') },
        ]}
        value={moment === undefined ? 'now' : 'earlier'}
        onChange={(next) => onChange(next === 'now' ? undefined : '')}
      />
      {moment !== undefined && (
        <TextField
          type="datetime-local"
          aria-label={fieldLabel}
          description={help}
          error={momentProblem({ moment }) === 'future' ? t('export.moment.future') : undefined}
          value={moment}
          onChange={onChange}
        />
      )}
    </div>
  )
}
