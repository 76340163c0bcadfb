import type { AnnotationRecord } from '../../../api/feedback/record.ts'
import type { RecordFacts } from '../../../record/record-parts.ts'

/** A feedback record in the format of the details popover. */
export function factsOf({ response, datasetId, ...record }: AnnotationRecord): RecordFacts {
  const path = `/dataset/${datasetId}/annotation-mode?record=${record.id}`
  return { ...record, answeredAt: response?.updatedAt, path }
}
