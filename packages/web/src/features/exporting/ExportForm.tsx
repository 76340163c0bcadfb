import type { ExportStatus } from '@postil/importing/export/export-records'
import type { DatasetSchema } from '@postil/importing/plan/plan'
import { t } from '../../i18n/areas/exporting.ts'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { RadioGroup } from '../../ui/controls/RadioGroup.tsx'
import styles from './ExportDialog.module.css'
import { MomentChoice } from './MomentChoice.tsx'
import type { ExportWishes } from './use-export.ts'

const FORMAT_CHOICES = (['jsonl', 'csv', 'parquet'] as const).map((value) => ({
  value,
  label: (
    <span>
      <strong className={styles.format}>{t(`export.format.${value}`)}</strong>{' '}
      <span className={styles.help}>{t(`export.formatFor.${value}`)}</span>
    </span>
  ),
}))
const STATUSES: readonly ExportStatus[] = ['pending', 'draft', 'submitted', 'discarded']

interface ExportFormProps {
  wishes: ExportWishes
  schema: DatasetSchema
  records: number
  /** The user may see the responses of others. */
  isManager: boolean
  error: string | undefined
  onChange: (wishes: ExportWishes) => void
}

/** The options of an export. */
export function ExportForm({ wishes, schema, records, isManager, error, onChange }: ExportFormProps) {
  const { format, choice, statuses } = wishes
  const choose = (change: Partial<ExportWishes['choice']>) => onChange({ ...wishes, choice: { ...choice, ...change } })
  const toggle = (status: ExportStatus, isOn: boolean) =>
    onChange({ ...wishes, statuses: STATUSES.filter((one) => (one === status ? isOn : statuses.includes(one))) })
  return (
    <div className={styles.form}>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <RadioGroup
        label={t('export.format')}
        choices={FORMAT_CHOICES}
        value={format}
        onChange={(next) =>
          onChange({ ...wishes, format: next, choice: { ...choice, layout: next === 'csv' ? 'columns' : 'nested' } })
        }
      />
      {isManager && (
        <RadioGroup
          label={t('export.responses')}
          choices={[
            { value: 'all', label: t('export.responses.all') },
            { value: 'mine', label: t('export.responses.mine') },
          ]}
          value={choice.responses}
          onChange={(responses) => choose({ responses })}
        />
      )}
      {format === 'csv' && (
        <RadioGroup
          label={t('export.layout')}
          choices={[
            {
              value: 'columns',
              label: t(choice.responses === 'mine' ? 'export.layout.mine' : 'export.layout.columns'),
            },
            { value: 'rows', label: t('export.layout.rows') },
          ]}
          value={choice.layout}
          onChange={(layout) => choose({ layout })}
        />
      )}
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{t('export.with')}</legend>
        <Checkbox isSelected={choice.suggestions} onChange={(suggestions) => choose({ suggestions })}>
          {t('export.suggestions')}
        </Checkbox>
        <Checkbox isSelected={choice.resolutions} onChange={(resolutions) => choose({ resolutions })}>
          {t('export.resolutions')}
        </Checkbox>
        {choice.responses === 'all' && (
          <Checkbox isSelected={choice.final} onChange={(final) => choose({ final })}>
            {t('export.final')}
          </Checkbox>
        )}
        {wishes.moment === undefined && (
          <Checkbox isSelected={choice.doubts} onChange={(doubts) => choose({ doubts })}>
            {t('export.doubts')}
          </Checkbox>
        )}
        <Checkbox isSelected={choice.metadata} onChange={(metadata) => choose({ metadata })}>
          {t('export.metadata')}
        </Checkbox>
        {schema.vectors.length > 0 && (
          <Checkbox isSelected={choice.vectors} onChange={(vectors) => choose({ vectors })}>
            {t('export.vectors')}
          </Checkbox>
        )}
      </fieldset>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>
          {t(choice.responses === 'mine' ? 'export.statusMine' : 'export.statusAny')}
        </legend>
        {STATUSES.map((status) => (
          <Checkbox key={status} isSelected={statuses.includes(status)} onChange={(isOn) => toggle(status, isOn)}>
            {t(`export.status.${status}`)}
          </Checkbox>
        ))}
        <p className={styles.note}>
          {statuses.length === 0 ? t('export.everyRecord', { count: records }) : t('export.someRecords')}
        </p>
      </fieldset>
      {isManager && (
        <MomentChoice
          label={t('export.moment')}
          fieldLabel={t('export.moment.at')}
          help={t('export.moment.help')}
          moment={wishes.moment}
          onChange={(moment) => onChange({ ...wishes, moment })}
        />
      )}
    </div>
  )
}
