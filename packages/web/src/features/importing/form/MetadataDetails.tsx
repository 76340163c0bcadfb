import { LIMITS } from '@postil/contract/limits'
import { whyNoLabels } from '@postil/importing/guess/guess-labels'
import { metadataTypes } from '@postil/importing/plan/edit-columns'
import type { ColumnUse } from '@postil/importing/plan/plan'
import type { ColumnProfile } from '@postil/importing/read/profile'
import { t } from '../../../i18n/areas/importing.ts'
import { formatNumber } from '../../../i18n/index.ts'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import styles from './ColumnsSection.module.css'

type MetadataUse = Extract<ColumnUse, { kind: 'metadata' }>

interface MetadataDetailsProps {
  use: MetadataUse
  profile: ColumnProfile
  onUse: (use: MetadataUse) => void
}

/** Options of a metadata column: its type, its visibility to annotators, and why it is not used as labels although it looks like labels. */
export function MetadataDetails({ use, profile, onUse }: MetadataDetailsProps) {
  const column = profile.name
  const types = metadataTypes(profile)
  const reason = whyNoLabels(profile)
  return (
    <>
      {reason && <p className="note">{t(`import.noLabels.${reason}`, { limit: formatNumber(LIMITS.labelOptions) })}</p>}
      {types.length > 1 && <OtherCellsNote profile={profile} />}
      {types.length > 1 && (
        <Select
          size="small"
          aria-label={t('import.metadataTypeOf', { column })}
          choices={types.map((type) => ({ value: type, label: t(`import.metadataType.${type}`) }))}
          value={use.type}
          onChange={(type) => onUse({ ...use, type })}
        />
      )}
      <div className={styles.checks}>
        <Checkbox
          aria-label={t('import.visibleOf', { column })}
          isSelected={use.visible}
          onChange={(visible) => onUse({ ...use, visible })}
        >
          {t('import.visible')}
        </Checkbox>
      </div>
    </>
  )
}

/** That a column of numbers or vectors has a few other cells, and where the first one is. */
export function OtherCellsNote({ profile: { others, vectorSize } }: Pick<MetadataDetailsProps, 'profile'>) {
  if (!others) return null
  const { count, what } = others
  const line = String(others.line)
  if (typeof what === 'string') return <p className="note">{t('import.notNumbers', { count, line, text: what })}</p>
  const size = formatNumber(vectorSize ?? 0)
  return <p className="note">{t('import.otherSizes', { count, line, size, other: formatNumber(what) })}</p>
}
