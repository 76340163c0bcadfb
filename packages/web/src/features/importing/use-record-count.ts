import type { RecordCount } from '@postil/importing/convert/count-records'
import type { ImportPlan } from '@postil/importing/plan/plan'
import type { FileReading } from '@postil/importing/read/file-reading'
import { useEffect, useState } from 'react'
import { useEngine } from './engine/engine.ts'

/** Wait so long after a change of the plan: several often follow each other. */
const REST_MS = 200

interface Counted {
  file: File
  plan: ImportPlan
  count: RecordCount
}

/**
 * How many records a plan makes of a file; undefined until they are counted.
 *
 * @param isWanted - otherwise nothing is counted
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
        // Without a count the number of rows is shown; the import itself says what went wrong.
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
