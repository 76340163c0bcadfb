import type { ResponseStatus } from '@postil/contract/feedback/responses'
import type { Question } from '@postil/contract/feedback/settings/questions'
import type { Answers } from '@postil/domain/answers/asked-question'
import { answersToPayload } from '@postil/domain/answers/payload'
import { refusalOf } from '../../../api/errors.ts'
import type { AnnotationRecord } from '../../../api/feedback/record.ts'
import { fetchRecord } from '../../../api/feedback/records.ts'
import { searchBatch } from '../../feedback/finding/search-body.ts'
import type { RecordQuery } from '../../feedback/records/record-query.ts'
import { type AnswerChange, BULK_MAX } from './bulk-job.ts'
import { fillAnswers, withoutMarks } from './fill-answers.ts'
import type { FailedRecord } from './send-chunk.ts'

/** A requested change, before its records are known. */
interface Wish {
  datasetId: string
  status: ResponseStatus
  questions: readonly Question[]
  answers: Answers
  /** Questions left empty are answered by each record's own suggestion. */
  isFilling: boolean
  /** The selected records, or all that match. */
  target: { ids: readonly string[] } | { query: RecordQuery }
  /** Records already loaded. */
  atHand: readonly AnnotationRecord[]
  /** Whether an answer to the record is already being sent. */
  isUnsent: (recordId: string) => boolean
}

/** A change, its records, and those that cannot be saved with it. */
interface PlannedChange {
  change: AnswerChange
  recordIds: readonly string[]
  refused: readonly FailedRecord[]
  /** The number of records left out, because an answer to them is already being sent. */
  onTheWay: number
}

/** Determine the records of a change, and the answers of each. */
export async function planChange(wish: Wish): Promise<PlannedChange> {
  const { datasetId, status, questions, answers, isFilling, target, atHand, isUnsent } = wish
  const matching = 'query' in target ? await matchingRecords(datasetId, target.query, !isFilling) : []
  const meant = 'query' in target ? matching.map(({ id }) => id) : target.ids
  const recordIds = meant.filter((id) => !isUnsent(id))
  const onTheWay = meant.length - recordIds.length
  if (!isFilling) {
    const values = answersToPayload(questions, withoutMarks(questions, answers, status))
    return { change: { status, values }, recordIds, refused: [], onTheWay }
  }
  const records = await fetchEach(recordIds, [...atHand, ...matching])
  const { valuesOf, refused } = fillAnswers(questions, answers, status, records)
  return { change: { status, valuesOf }, recordIds: Object.keys(valuesOf), refused, onTheWay }
}

/** Concurrent requests. */
const AT_ONCE = 6

/** Records by id, in that order: loaded ones as they are, the others from the server. Deleted ones are left out. */
async function fetchEach(
  recordIds: readonly string[],
  atHand: readonly AnnotationRecord[],
): Promise<AnnotationRecord[]> {
  const found = new Map(atHand.map((record) => [record.id, record]))
  const missing = recordIds.filter((id) => !found.has(id)).values()
  const fetchRest = async () => {
    for (const id of missing) {
      const record = await findRecord(id)
      if (record) found.set(id, record)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, fetchRest))
  return recordIds.flatMap((id) => found.get(id) ?? [])
}

async function findRecord(recordId: string): Promise<AnnotationRecord | undefined> {
  try {
    return await fetchRecord(recordId)
  } catch (error) {
    if (refusalOf(error)?.status === 404) return undefined
    throw error
  }
}

/**
 * Every matching record, up to the maximum of one bulk answer.
 *
 * @param isBare - without suggestions, when only the ids are needed
 */
export async function matchingRecords(
  datasetId: string,
  query: RecordQuery,
  isBare: boolean,
): Promise<readonly AnnotationRecord[]> {
  return (await searchBatch(datasetId, query, { offset: 0, limit: BULK_MAX, isBare })).records
}
