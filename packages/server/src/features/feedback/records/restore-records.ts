import type { FieldValues } from '@postil/contract/feedback/record-parts'
import { checkFields } from '@postil/domain/records/check-fields'
import { parseExactJson } from '@postil/domain/wire/exact-json'
import type { SessionUser } from '../../../context'
import { type Engine, isUniqueViolation, StaleReadError } from '../../../db/engines/engine'
import { lockDataset } from '../../../db/engines/lock-records'
import { aboutRecord, logEvents } from '../../../db/events'
import { insertRows } from '../../../db/insert-rows'
import type { DatasetTable, RecordTable, Tx } from '../../../db/tables'
import type { DeletionEvent, RestoredRecords } from '../../../events/deletion-events'
import { type AfterCommit, indexNewWords } from '../../../search/text/index-words'
import { selectNames } from '../../account/users/select-names'
import { selectRenamings } from '../../options/option-changes.service'
import { holdAssignable } from '../assignments/free-assignments'
import { type DatasetRules, loadDatasetRules } from '../common/dataset-rules'
import { fieldTextOf } from '../common/field-text'
import { updateStats } from '../datasets/dataset-stats'
import { getDataset } from '../datasets/datasets.service'
import { enqueueLexicalVectors } from '../lexical-vectors/fill-vectors'
import { recordTerms } from './insert-records'
import { findExternalIds, findIds, insertRecords } from './records.store'
import {
  insertGold,
  insertResponses,
  insertSuggestions,
  insertTeamParts,
  insertVectors,
  type LoggedRecord,
  type People,
} from './restore/restore-parts'
import { PresentAnswers } from './restore/still-valid'

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
