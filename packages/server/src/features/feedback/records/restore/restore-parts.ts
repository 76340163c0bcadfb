import type { FieldValues } from '@postil/contract/feedback/record-parts'
import type { Resolution } from '@postil/contract/feedback/team/resolutions'
import { microsOf } from '../../../../db/clock'
import { insertRows } from '../../../../db/insert-rows'
import type {
  AssignmentTable,
  DoubtTable,
  RecordTable,
  ResolutionTable,
  ResponseTable,
  SuggestionTable,
  Tx,
} from '../../../../db/tables'
import { responseTerms, suggestionTerms } from '../../common/answer-terms'
import type { DatasetRules } from '../../common/dataset-rules'
import { listGold, MOST_GOLD, setGold } from '../../resolutions/gold.service'
import { recountResponses } from '../../responses/response-counts'
import { vectorGone, writeVectors } from '../save-vectors'
import type { PresentAnswers } from './still-valid'

/** A record as the event of its deletion has it. Older events lack the optional parts. */
export interface LoggedRecord extends RecordTable {
  responses: ResponseTable[]
  suggestions: SuggestionTable[]
  vectors?: Record<string, string>
  resolutions?: Resolution[]
  is_gold?: boolean
  assignments?: AssignmentTable[]
  doubts?: DoubtTable[]
}

/** A record that is being restored. */
export interface Restoring {
  pk: number
  record: LoggedRecord
  fields: FieldValues
  answers: PresentAnswers
}

export interface People {
  /** Usernames of those who still exist, by id. */
  names: Map<string, string>
  /** Who can be assigned records. */
  assignable: Set<string>
}

export async function insertSuggestions(tx: Tx, { questionsById }: DatasetRules, restored: readonly Restoring[]) {
  const rows = restored.flatMap(({ pk, record, answers }) =>
    record.suggestions.flatMap((row) => {
      const now = answers.suggestion(row)
      return now ? [{ ...now, record_pk: pk }] : []
    }),
  )
  await insertRows(tx, 'suggestions', rows)
  const terms = rows.flatMap((row) => {
    const question = questionsById.get(row.question_id)
    const given = { value: JSON.parse(row.value), score: JSON.parse(row.score ?? 'null') }
    return question ? suggestionTerms(row, question.settings, given) : []
  })
  await insertRows(tx, 'answer_terms', terms)
}

/** Insert the responses, without an author where this one was deleted meanwhile. */
export async function insertResponses(
  tx: Tx,
  { questions }: DatasetRules,
  restored: readonly Restoring[],
  people: People,
) {
  const rows = restored.flatMap(({ pk, record, answers }) =>
    record.responses.map((row): ResponseTable => {
      const author = row.user_id === null ? undefined : people.names.get(row.user_id)
      const valid = answers.response(row, author)
      return {
        ...valid,
        record_pk: pk,
        user_id: author === undefined ? null : row.user_id,
        // Older events lack it.
        submitted_at: valid.status === 'submitted' ? (row.submitted_at ?? null) : null,
      }
    }),
  )
  await insertRows(tx, 'responses', rows)
  await insertRows(
    tx,
    'answer_terms',
    rows.flatMap((row) => responseTerms(row, questions, JSON.parse(row.values ?? 'null'))),
  )
  await recountResponses(
    tx,
    rows.map(({ record_pk }) => record_pk),
  )
}

/** Insert decisions, assignments and doubts. Returns the keys of the records that have a decision. */
export async function insertTeamParts(
  tx: Tx,
  restored: readonly Restoring[],
  { names, assignable }: People,
): Promise<Set<number>> {
  const known = (id: string | null) => (id !== null && names.has(id) ? id : null)
  const decisions = restored.flatMap(({ pk, record, answers }) =>
    (record.resolutions ?? []).flatMap((one): ResolutionTable[] => {
      const value = answers.decision(one)
      if (value === undefined) return []
      const { record_id, question_id } = one
      const times = { inserted_at: microsOf(one.inserted_at), updated_at: microsOf(one.updated_at) }
      const about = { dataset_id: record.dataset_id, record_pk: pk, record_id, question_id }
      return [{ ...about, value, user_id: known(one.user_id), ...times }]
    }),
  )
  await insertRows(tx, 'resolutions', decisions)
  const assignments = restored.flatMap(({ pk, record: { assignments = [], responses } }) =>
    assignments
      .filter(({ user_id }) => assignable.has(user_id) || responses.some((given) => given.user_id === user_id))
      .map((row) => ({ ...row, record_pk: pk })),
  )
  await insertRows(tx, 'assignments', assignments)
  const doubts = restored.flatMap(({ pk, record }) =>
    (record.doubts ?? []).map((row) => ({
      ...row,
      record_pk: pk,
      user_id: known(row.user_id),
      resolved_by: known(row.resolved_by),
    })),
  )
  await insertRows(tx, 'doubts', doubts)
  return new Set(decisions.map(({ record_pk }) => record_pk))
}

/** Make those gold again whose known answer is restored, as long as there is room. Returns those that were gold and no longer are. */
export async function insertGold(
  tx: Tx,
  datasetId: string,
  restored: readonly Restoring[],
  decided: ReadonlySet<number>,
): Promise<Restoring[]> {
  const marked = restored.filter(({ record }) => record.is_gold)
  const answered = marked.filter(({ pk }) => decided.has(pk))
  const room = answered.length === 0 ? 0 : MOST_GOLD - (await listGold(tx, datasetId)).length
  const gold = answered.slice(0, Math.max(0, room))
  for (const { pk } of gold) await setGold(tx, { pk, dataset_id: datasetId })
  const ordinary = marked.filter((one) => !gold.includes(one))
  for (const { pk, answers } of ordinary)
    answers.leftOut.push(
      decided.has(pk)
        ? `It is no longer gold, since a dataset can have at most ${MOST_GOLD} gold records.`
        : 'It is no longer gold, since its known answer is no longer valid.',
    )
  return ordinary
}

/** Insert the vectors that the dataset still has, with as many numbers. */
export async function insertVectors(tx: Tx, datasetId: string, restored: readonly Restoring[]): Promise<void> {
  if (restored.every(({ record }) => Object.keys(record.vectors ?? {}).length === 0)) return
  const settings = await tx
    .selectFrom('vectors_settings')
    .select(['id', 'name', 'dimensions'])
    .where('dataset_id', '=', datasetId)
    .where('source', '=', 'given')
    .execute()
  const byName = new Map(settings.map((one) => [one.name, one]))
  const rows = restored.flatMap(({ pk, record, answers }) =>
    Object.entries(record.vectors ?? {}).flatMap(([name, text]) => {
      const one = byName.get(name)
      const value = Buffer.from(text, 'base64')
      if (one && value.byteLength === one.dimensions * Float64Array.BYTES_PER_ELEMENT)
        return [{ dataset_id: datasetId, record_pk: pk, vector_id: one.id, value }]
      answers.leftOut.push(vectorGone(name))
      return []
    }),
  )
  await writeVectors(tx, rows)
}
