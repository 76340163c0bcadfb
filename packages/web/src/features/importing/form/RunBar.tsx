import type { RecordCount } from '@postil/importing/convert/count-records'
import type { ImportPlan } from '@postil/importing/plan/plan'
import type { FileReading } from '@postil/importing/read/file-reading'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../../../i18n/areas/importing.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Icon } from '../../../ui/display/Icon.tsx'
import { useEngine } from '../engine/engine.ts'
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

/** Debounce: changes of the plan often come in quick succession. */
const REST_MS = 200

interface Counted {
  file: File
  plan: ImportPlan
  count: RecordCount
}

/**
 * How many records a plan produces from a file; undefined until counted.
 *
 * @param isWanted - if false, nothing is counted
 */
export function useRecordCount(
  file: File,
  reading: FileReading,
  plan: ImportPlan,
  isWanted: boolean,
): RecordCount | undefined {
  const engine = useEngine()
  const [counted, setCounted] = useState<Counted>()
  useEffect(() => {
    if (!isWanted) return
    const work = new AbortController()
    const timer = setTimeout(() => {
      engine.count(file, reading, plan, work.signal).then(
        (count) => {
          if (!work.signal.aborted) setCounted({ file, plan, count })
        },
        // Without a count the number of rows is shown; the import itself reports errors.
        () => undefined,
      )
    }, REST_MS)
    return () => {
      clearTimeout(timer)
      work.abort()
    }
  }, [engine, file, reading, plan, isWanted])
  return isWanted && counted?.file === file && counted.plan === plan ? counted.count : undefined
}
