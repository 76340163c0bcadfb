import type { RecordCount } from '@postil/importing/convert/count-records'
import type { ImportPlan } from '@postil/importing/plan/plan'
import type { FileReading } from '@postil/importing/read/file-reading'
import { useEffect, useState } from 'react'
import { useEngine } from './engine/engine.ts'

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
