import type { AnnotationRecord } from '../../../api/feedback/record.ts'
import type { RecordFacts } from '../../../record/record-parts.ts'

/** What the details of a feedback record show. */
export function factsOf({ response, datasetId, ...record }: AnnotationRecord): RecordFacts {
  const path = `/dataset/${datasetId}/annotation-mode?record=${record.id}`
  return { ...record, answeredAt: response?.updatedAt, path }
}
