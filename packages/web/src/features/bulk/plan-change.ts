import type { Question } from '@postil/contract/feedback/questions'
import type { ResponseStatus } from '@postil/contract/feedback/responses'
import type { Answers } from '@postil/domain/answers/asked-question'
import { answersToPayload } from '@postil/domain/answers/payload'
import type { AnnotationRecord } from '../../api/record.ts'
import type { RecordQuery } from '../feedback/records/record-query.ts'
import type { AnswerChange } from './bulk-job.ts'
import { fetchEach } from './fetch-each.ts'
import { fillAnswers, withoutMarks } from './fill-answers.ts'
import { matchingRecords } from './matching-records.ts'
import type { FailedRecord } from './send-chunk.ts'

/** What to become of which records. */
interface Wish {
  datasetId: string
  status: ResponseStatus
  questions: readonly Question[]
  answers: Answers
  /** What the form leaves empty is answered by each record's own suggestion. */
  isFilling: boolean
  /** The records that were chosen, or all that match. */
  target: { ids: readonly string[] } | { query: RecordQuery }
  /** Records that need not be fetched. */
  atHand: readonly AnnotationRecord[]
  /** An answer to it is on its way already. */
  isUnsent: (recordId: string) => boolean
}

/** A change, the records it is for, and those that cannot be saved with it. */
interface PlannedChange {
  change: AnswerChange
  recordIds: readonly string[]
  refused: readonly FailedRecord[]
}

/** Find the records that are meant, and what each of them gets. */
export async function planChange(wish: Wish): Promise<PlannedChange> {
  const { datasetId, status, questions, answers, isFilling, target, atHand, isUnsent } = wish
  const matching = 'query' in target ? await matchingRecords(datasetId, target.query, !isFilling) : []
  const meant = 'query' in target ? matching.map(({ id }) => id) : target.ids
  const recordIds = meant.filter((id) => !isUnsent(id))
  if (!isFilling) {
    const values = answersToPayload(questions, withoutMarks(questions, answers, status))
    return { change: { status, values }, recordIds, refused: [] }
  }
  const records = await fetchEach(recordIds, [...atHand, ...matching])
  const { valuesOf, refused } = fillAnswers(questions, answers, status, records)
  return { change: { status, valuesOf }, recordIds: Object.keys(valuesOf), refused }
}
