import type { RecordCount } from '@postil/importing/convert/count-records'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { t } from '../../../i18n/areas/importing.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Icon } from '../../../ui/display/Icon.tsx'
import styles from './RunBar.module.css'

interface RunBarProps {
  /** What the import does: create a dataset, add records, or update records. */
  what: 'create' | 'add' | 'update'
  rows: number
  /** Number of records of a new dataset; absent until counted, and where it cannot be known. */
  count?: RecordCount | undefined
  problems: readonly string[]
  /** The user has tried to start: missing inputs are now errors. */
  isAsked: boolean
  onRun: () => void
}

/** The bar with the missing inputs and the start button; always visible. */
export function RunBar({ what, rows, count, problems, isAsked, onRun }: RunBarProps) {
  const [first] = problems
  const ready = count ? countWords(count) : t(`import.ready.${what}`, { count: rows })
  return (
    <div className={styles.bar}>
      <p className={styles.words} data-tone={first === undefined ? 'ready' : isAsked ? 'error' : 'open'} role="status">
        <Icon icon={first === undefined ? CircleCheck : CircleAlert} />
        {first ?? ready}
      </p>
      <Button variant="primary" onPress={onRun}>
        {t(`import.run.${what}`)}
      </Button>
    </div>
  )
}

function countWords({ records, leftOut }: RecordCount): string {
  const reasons = (['repeated', 'empty', 'other'] as const).flatMap((why) =>
    leftOut[why] > 0 ? [t(`import.leftOut.${why}`, { count: leftOut[why] })] : [],
  )
  const ready = t('import.ready.records', { count: records })
  return reasons.length === 0 ? ready : `${ready}. ${t('import.ready.leftOut', { reasons: reasons.join(', ') })}`
}
