import type { RecordCount } from '@postil/importing/convert/count-records'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { t } from '../../../i18n/importing.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import styles from './RunBar.module.css'

interface RunBarProps {
  /** A dataset is made, added to, or its records get something more. */
  what: 'create' | 'add' | 'update'
  rows: number
  /** What a new dataset will hold; absent until it is counted, and where it cannot be known. */
  count?: RecordCount | undefined
  problems: readonly string[]
  /** The user has tried: what is missing is now an error. */
  isAsked: boolean
  onRun: () => void
}

/** Always in sight: what is still missing, and the button that does it. */
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
