import type { ImportPlan } from '../plan/plan'
import { schemaOf } from '../plan/plan'
import type { FileReading } from '../read/file-reading'
import { readFile } from '../read/read-file'
import { createConverter } from './convert'
import type { LeftOut } from './read-row'

/** Number of records that a file produces, and the reasons why other rows produce none. */
export interface RecordCount {
  records: number
  /** Number of rows that produce no record, by reason, without rows that cannot be parsed. */
  leftOut: Readonly<Record<LeftOut, number>>
}

/**
 * Count the records that a plan produces from a file, by converting every row as the import does.
 *
 * @throws UnreadableFileError, NotUtf8Error
 */
export async function countRecords(
  file: Blob,
  reading: FileReading,
  plan: ImportPlan,
  signal?: AbortSignal,
): Promise<RecordCount> {
  const questionIds = new Map(schemaOf(plan).questions.map(({ name }) => [name, name]))
  const convert = createConverter(plan, { datasetId: 'preview', questionIds, userId: 'me', users: new Map() })
  const leftOut = { repeated: 0, empty: 0, other: 0 }
  let records = 0
  for await (const { rows } of readFile(file, reading)) {
    signal?.throwIfAborted()
    for (const row of rows) {
      const converted = convert(row)
      if ('item' in converted) records += 1
      else leftOut[converted.why] += 1
    }
  }
  return { records, leftOut }
}
