import type { ExportStatus } from '@postil/importing/export/export-records'
import type { DatasetSchema } from '@postil/importing/plan/plan'
import { t } from '../../i18n/areas/exporting.ts'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { RadioGroup } from '../../ui/controls/RadioGroup.tsx'
import styles from './ExportDialog.module.css'
import { FormatChoice, StatusChoice } from './export-choices.tsx'
import { MomentChoice } from './MomentChoice.tsx'
import type { ExportWishes } from './use-export.ts'

const FORMATS = ['jsonl', 'csv', 'parquet'] as const
const STATUSES: readonly ExportStatus[] = ['pending', 'draft', 'submitted', 'discarded']

interface ExportFormProps {
  wishes: ExportWishes
  schema: DatasetSchema
  records: number
  /** The user may see the responses of others. */
  isManager: boolean
  onChange: (wishes: ExportWishes) => void
}

/** The options of an export. */
export function ExportForm({ wishes, schema, records, isManager, onChange }: ExportFormProps) {
  const { format, choice, statuses } = wishes
  const choose = (change: Partial<ExportWishes['choice']>) => onChange({ ...wishes, choice: { ...choice, ...change } })
  return (
    <>
      <FormatChoice
        formats={FORMATS}
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
      <StatusChoice
        legend={t(choice.responses === 'mine' ? 'export.statusMine' : 'export.statusAny')}
        statuses={STATUSES}
        textOf={(status) => t(`export.status.${status}`)}
        chosen={statuses}
        onChange={(next) => onChange({ ...wishes, statuses: next })}
        note={t('export.someRecords')}
        records={records}
      />
      {isManager && (
        <MomentChoice
          label={t('export.moment')}
          fieldLabel={t('export.moment.at')}
          help={t('export.moment.help')}
          moment={wishes.moment}
          onChange={(moment) => onChange({ ...wishes, moment })}
        />
      )}
    </>
  )
}
