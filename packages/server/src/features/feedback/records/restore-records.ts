import type { FieldValues } from '@postil/contract/feedback/record-parts'
import type { Resolution } from '@postil/contract/feedback/team/resolutions'
import { checkFields } from '@postil/domain/records/check-fields'
import { parseExactJson } from '@postil/domain/wire/exact-json'
import type { SessionUser } from '../../../context'
import { microsOf } from '../../../db/clock'
import { type Engine, isUniqueViolation, StaleReadError } from '../../../db/engines/engine'
import { lockDataset } from '../../../db/engines/lock-records'
import { aboutRecord, logEvents } from '../../../db/events'
import { insertRows } from '../../../db/insert-rows'
import type {
  AnswerTermTable,
  AssignmentTable,
  DatasetTable,
  DoubtTable,
  RecordTable,
  ResolutionTable,
  ResponseTable,
  SuggestionTable,
  Tx,
} from '../../../db/tables'
import type { DeletionEvent, RestoredRecords } from '../../../events/deletion-events'
import { type AfterCommit, indexNewWords } from '../../../search/text/index-words'
import { selectNames } from '../../account/users/select-names'
import { selectRenamings } from '../../options/option-changes.service'
import { holdAssignable } from '../assignments/free-assignments'
import { answerTerms, scoreTerms } from '../common/answer-terms'
import { type DatasetRules, loadDatasetRules } from '../common/dataset-rules'
import { fieldTextOf } from '../common/field-text'
import { updateStats } from '../datasets/dataset-stats'
import { getDataset } from '../datasets/datasets.service'
import { enqueueLexicalVectors } from '../lexical-vectors/fill-vectors'
import { listGold, MOST_GOLD, setGold } from '../resolutions/gold.service'
import { recountResponses } from '../responses/response-counts'
import { termsOf } from '../responses/save-responses'
import { recordTerms } from './insert-records'
import { findExternalIds, findIds, insertRecords } from './records.store'
import { vectorGone, writeVectors } from './save-vectors'
import { PresentAnswers } from './still-valid'

/** A record as the event of its deletion has it. Older events lack the optional parts. */
interface LoggedRecord extends RecordTable {
  responses: ResponseTable[]
  suggestions: SuggestionTable[]
  vectors?: Record<string, string>
  resolutions?: Resolution[]
  is_gold?: boolean
  assignments?: AssignmentTable[]
  doubts?: DoubtTable[]
}

/** A deleted record, and when it was deleted (µs). */
interface DeletedRecord {
  at: number
  record: LoggedRecord
}

/**
 * Restore the records of events, in one transaction, with the same ids and everything that belongs to them. Those that are there again are
 * passed over.
 */
export async function restoreRecords(
  engine: Engine,
  user: SessionUser,
  datasetId: string,
  events: readonly DeletionEvent[],
): Promise<RestoredRecords> {
  const given = events.flatMap(({ at, before, is_deleted }) => (is_deleted ? [{ at, record: JSON.parse(before) }] : []))
  if (given.length === 0) return { restored: 0, settled: [], refused: [], left_out: [] }
  let works: Parameters<AfterCommit>[0][] = []
  const restored = await engine.transaction(
    async (tx) => {
      works = []
      await lockDataset(tx, datasetId)
      return restore(tx, user, await getDataset(tx, datasetId), given, (work) => works.push(work))
    },
    { isBulk: true },
  )
  for (const work of works) await work(engine)
  return restored
}

async function restore(
  tx: Tx,
  user: SessionUser,
  dataset: DatasetTable,
  given: readonly DeletedRecord[],
  afterCommit: AfterCommit,
): Promise<RestoredRecords> {
  const rules = await loadDatasetRules(tx, dataset)
  const { wanted, refused } = await findRestorable(tx, rules, given)
  const settled = given.map(({ record }) => record.id)
  if (wanted.length === 0) return { restored: 0, settled, refused, left_out: [] }
  const since = Math.min(...wanted.map(({ at }) => at))
  const renamings = await selectRenamings(tx, dataset.id, since)
  const people = await findPeople(tx, dataset, wanted)

  const rows = wanted.map(({ record }): RecordTable => {
    const { id, dataset_id, external_id, fields, metadata, inserted_at, updated_at } = record
    return { id, dataset_id, external_id, fields, metadata, inserted_at, updated_at }
  })
  const inserted = await insertRecords(tx, rows).catch((cause: unknown) => {
    throw isUniqueViolation(cause) ? new StaleReadError('Another request uses the ids at the same time.') : cause
  })
  const restored = wanted.map(({ at, record }, index) => {
    const fields: FieldValues = JSON.parse(record.fields)
    const answers = new PresentAnswers(rules, renamings, at, fieldTextOf(fields))
    return { record, fields, answers, pk: inserted[index]?.pk ?? 0 }
  })
  await indexNewWords(tx, dataset.id, restored, afterCommit)
  await insertRows(
    tx,
    'record_terms',
    restored.flatMap(({ pk, record: { metadata } }) =>
      metadata === null
        ? []
        : recordTerms(dataset.id, pk, parseExactJson(metadata) as Parameters<typeof recordTerms>[2]),
    ),
  )
  await insertSuggestions(tx, rules, restored)
  await insertResponses(tx, rules, restored, people)
  const decided = await insertTeamParts(tx, restored, people)
  const ordinary = await insertGold(tx, dataset.id, restored, decided)
  await insertVectors(tx, dataset.id, restored)
  await logEvents(
    tx,
    restored.map(({ record: { id }, answers }) => ({
      ...aboutRecord(user, { id, dataset_id: dataset.id }),
      kind: 'record.restore' as const,
      after: { left_out: answers.leftOut },
    })),
  )
  await logEvents(
    tx,
    ordinary.map(({ record: { id } }) => ({
      ...aboutRecord(user, { id, dataset_id: dataset.id }),
      kind: 'gold.delete' as const,
      before: { record_id: id },
    })),
  )
  await enqueueLexicalVectors(tx, dataset.id)
  const isAssigned = restored.some(({ record }) => (record.assignments ?? []).length > 0)
  await updateStats(tx, dataset.id, { added: restored.length, isActivity: true, isAssigned })
  const left_out = restored.flatMap(({ record, answers }) =>
    answers.leftOut.map((message) => ({ id: record.id, message })),
  )
  return { restored: restored.length, settled, refused, left_out }
}

/** A record that is being restored. */
interface Restoring {
  pk: number
  record: LoggedRecord
  fields: FieldValues
  answers: PresentAnswers
}

async function findRestorable(tx: Tx, rules: DatasetRules, given: readonly DeletedRecord[]) {
  const { datasetId, fields } = rules
  const present = await findIds(
    tx,
    datasetId,
    given.map(({ record }) => record.id),
  )
  const externalIds = given.flatMap(({ record }) => record.external_id ?? [])
  const taken = await findExternalIds(tx, datasetId, externalIds)
  const refused: RestoredRecords['refused'] = []
  const wanted = given.filter(({ record: { id, external_id, fields: text } }) => {
    if (present.has(id)) return false
    const failure = checkFields(fields, JSON.parse(text))
    const isTaken = external_id !== null && taken.has(external_id)
    if (isTaken) refused.push({ id, message: `Another record has its external id “${external_id}” now.` })
    else if (failure) refused.push({ id, message: `It does not fit the fields of the dataset: ${failure}` })
    if (isTaken || failure) return false
    present.add(id)
    if (external_id !== null) taken.add(external_id)
    return true
  })
  return { wanted, refused }
}

interface People {
  /** Usernames of those who still exist, by id. */
  names: Map<string, string>
  /** Who can be assigned records. */
  assignable: Set<string>
}

async function findPeople(tx: Tx, dataset: DatasetTable, wanted: readonly DeletedRecord[]): Promise<People> {
  const assigned = wanted.flatMap(({ record }) => (record.assignments ?? []).map(({ user_id }) => user_id))
  const named = wanted.flatMap(({ record: { responses, resolutions = [], doubts = [] } }) =>
    [...responses, ...resolutions, ...doubts].flatMap((part) => [
      part.user_id,
      'resolved_by' in part ? part.resolved_by : null,
    ]),
  )
  const ids = [...new Set(named.filter((id) => id !== null))]
  // Locked, so that nobody is deleted or leaves the workspace before the end of the transaction.
  const people = [...new Set([...ids, ...assigned])].sort()
  const assignable = people.length === 0 ? new Set<string>() : await holdAssignable(tx, dataset.workspace_id, people)
  return {
    names: new Map((await selectNames(tx, ids)).map(({ id, username }) => [id, username])),
    assignable,
  }
}

async function insertSuggestions(tx: Tx, { datasetId, questionsById }: DatasetRules, restored: readonly Restoring[]) {
  const rows = restored.flatMap(({ pk, record, answers }) =>
    record.suggestions.flatMap((row) => {
      const now = answers.suggestion(row)
      return now ? [{ ...now, record_pk: pk }] : []
    }),
  )
  await insertRows(tx, 'suggestions', rows)
  const terms = rows.flatMap(({ id: source, record_pk, question_id, value, score }): AnswerTermTable[] => {
    const question = questionsById.get(question_id)
    if (!question) return []
    const shared = { dataset_id: datasetId, record_pk, source, user_id: null, question_id }
    return [
      ...answerTerms(question.settings, JSON.parse(value)).map((term) => ({
        ...shared,
        kind: 'suggestion' as const,
        ...term,
      })),
      ...scoreTerms(JSON.parse(score ?? 'null')).map((term) => ({ ...shared, kind: 'score' as const, ...term })),
    ]
  })
  await insertRows(tx, 'answer_terms', terms)
}

/** Insert the responses, without an author where this one was deleted meanwhile. */
async function insertResponses(tx: Tx, { questions }: DatasetRules, restored: readonly Restoring[], people: People) {
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
    rows.flatMap((row) =>
      termsOf(row, { questions, response: { status: row.status, values: JSON.parse(row.values ?? 'null') } }),
    ),
  )
  await recountResponses(
    tx,
    rows.map(({ record_pk }) => record_pk),
  )
}

/** Insert decisions, assignments and doubts. Returns the keys of the records that have a decision. */
async function insertTeamParts(
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
async function insertGold(
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
async function insertVectors(tx: Tx, datasetId: string, restored: readonly Restoring[]): Promise<void> {
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
