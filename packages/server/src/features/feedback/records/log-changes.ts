import { about, aboutRecord, type Change, logEvents } from '../../../db/events'
import type { Db, ResponseTable, SuggestionTable, Tx } from '../../../db/tables'
import { vectorBytes } from '../../../db/vector-bytes'
import { InvalidError } from '../../../errors'
import type { DatasetRules } from '../common/dataset-rules'
import { responseText } from '../responses/responses.wire'
import { suggestionText } from '../suggestions/suggestions.wire'
import type { ChangedMetadata, RecordChange } from './change-records'
import { vectorGone } from './save-vectors'

/** Responses of some records by id, and suggestions by record and question. */
export interface Answers {
  responses: Map<string, ResponseTable>
  suggestions: Map<string, SuggestionTable>
}

/** Read the responses and suggestions of those records whose changes contain any. The records are locked. */
export async function readAnswers(db: Db, changes: readonly AnswersChange[]): Promise<Answers> {
  const pksWith = (part: 'responses' | 'suggestions') =>
    changes.flatMap(({ record, patch }) => (patch[part] ? [record.pk] : []))
  const [responsePks, suggestionPks] = [pksWith('responses'), pksWith('suggestions')]
  const [responses, suggestions] = await Promise.all([
    responsePks.length === 0
      ? []
      : db.selectFrom('responses').selectAll().where('record_pk', 'in', responsePks).execute(),
    suggestionPks.length === 0
      ? []
      : db.selectFrom('suggestions').selectAll().where('record_pk', 'in', suggestionPks).execute(),
  ])
  return {
    responses: new Map(responses.map((row) => [row.id, row])),
    suggestions: new Map(suggestions.map((row) => [`${row.record_pk} ${row.question_id}`, row])),
  }
}

/**
 * Log what a change of records did to their responses and suggestions, one event for each difference, so that the history of a record is
 * complete. Nothing is logged for new records: what they were created with is the `before` of their first event.
 */
export async function logAnswers(
  tx: Tx,
  user: { id: string },
  changes: readonly AnswersChange[],
  before: Answers,
): Promise<void> {
  const after = await readAnswers(tx, changes)
  const recordIds = new Map(changes.map(({ record }) => [record.pk, record.id]))
  const events: Change<EventOf>[] = []
  for (const row of after.responses.values()) {
    const was = before.responses.get(row.id)
    if (was && was.status === row.status && was.values === row.values) continue
    const kind = was ? 'response.update' : 'response.create'
    events.push({ ...about(user, row), kind, before: was && responseText(was), after: responseText(row) })
  }
  for (const key of new Set([...before.suggestions.keys(), ...after.suggestions.keys()])) {
    const [was, row] = [before.suggestions.get(key), after.suggestions.get(key)]
    const any = row ?? was
    if (!any || (was && row && isSameSuggestion(was, row))) continue
    const kind = !was ? 'suggestion.create' : row ? 'suggestion.update' : 'suggestion.delete'
    const recordId = recordIds.get(any.record_pk)
    events.push({
      ...about(user, any),
      recordId,
      kind,
      before: was && suggestionText(was),
      after: row && suggestionText(row),
    })
  }
  await logEvents(tx, events)
}

/** Log changed metadata of records, one event for each record. */
export async function logMetadata(
  tx: Tx,
  user: { id: string },
  datasetId: string,
  changed: readonly ChangedMetadata[],
): Promise<void> {
  const different = changed.filter(({ before, after }) => before !== after)
  const text = (metadata: string | null) => `{"metadata":${metadata ?? 'null'}}`
  await logEvents(
    tx,
    different.map(({ id, before, after }) => ({
      ...aboutRecord(user, { id, dataset_id: datasetId }),
      kind: 'record.update',
      before: text(before),
      after: text(after),
    })),
  )
}

/** Number of records whose vectors are compared at once, which limits memory. */
const COMPARED = 50

/**
 * Log new vectors of existing records before they are written: one event for each record with a vector that differs. The event contains the
 * old vectors; the new ones are in the record, or in its next event.
 */
export async function logVectors(
  tx: Tx,
  user: { id: string },
  { datasetId, vectorsByName }: DatasetRules,
  changes: readonly RecordChange[],
): Promise<void> {
  const given = changes.filter(({ patch }) => patch.vectors)
  for (let from = 0; from < given.length; from += COMPARED) {
    const some = given.slice(from, from + COMPARED)
    const stored = await readVectors(
      tx,
      some.map(({ record }) => record.pk),
    )
    const events = some.flatMap(({ record, patch }): Change<'record.update'>[] => {
      const before: Record<string, string | null> = {}
      for (const [name, numbers] of Object.entries(patch.vectors ?? {})) {
        if (!vectorsByName.has(name)) continue
        const was = stored.get(record.pk)?.[name] ?? null
        if (Buffer.from(vectorBytes(numbers)).toString('base64') !== was) before[name] = was
      }
      if (Object.keys(before).length === 0) return []
      return [
        {
          ...aboutRecord(user, { id: record.id, dataset_id: datasetId }),
          kind: 'record.update',
          before: { vectors: before },
          after: { vectors: Object.keys(before) },
        },
      ]
    })
    await logEvents(tx, events)
  }
}

/** The newest change of a record's vectors, as it is numbered in the history. */
export async function readLatestVectorChange(db: Db, recordId: string): Promise<number | undefined> {
  const event = await db
    .selectFrom('events')
    .select('seq')
    .where('record_id', '=', recordId)
    .where('kind', '=', 'record.update')
    .where('after', 'like', `${NEW_VECTORS}%`)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return event?.seq
}

/** How the state after a change of vectors begins. */
export const NEW_VECTORS = '{"vectors"'

/**
 * The vectors that a change of a record replaced, as its event has them. Those whose settings are gone or have another size now are left
 * out. Throws `InvalidError` when none is left.
 */
export async function readFormerVectors(
  db: Db,
  { vectorsByName }: DatasetRules,
  recordId: string,
  change: number,
): Promise<{ vectors: Record<string, number[]>; leftOut: string[] }> {
  const event = await db
    .selectFrom('events')
    .select('before')
    .where('seq', '=', change)
    .where('record_id', '=', recordId)
    .where('kind', '=', 'record.update')
    .executeTakeFirst()
  const { vectors = {} }: { vectors?: Record<string, string | null> } = JSON.parse(event?.before ?? '{}')
  const former = Object.entries(vectors).flatMap(([name, text]) =>
    text === null ? [] : [[name, numbersOf(text)] as const],
  )
  if (former.length === 0) throw new InvalidError(`Change ${change} of this record has no former vectors.`)
  const fitting = former.filter(([name, numbers]) => vectorsByName.get(name)?.dimensions === numbers.length)
  const leftOut = former.flatMap((one) => (fitting.includes(one) ? [] : [vectorGone(one[0])]))
  if (fitting.length === 0) throw new InvalidError(leftOut.join(' '))
  return { vectors: Object.fromEntries(fitting), leftOut }
}

function numbersOf(text: string): number[] {
  const bytes = new Uint8Array(Buffer.from(text, 'base64'))
  return [...new Float64Array(bytes.buffer)]
}

/** The vectors that were sent for records, by record and name: the stored bytes in base64. Vectors computed by the server are left out. */
export async function readVectors(db: Db, recordPks: readonly number[]): Promise<Map<number, Record<string, string>>> {
  const byRecord = new Map<number, Record<string, string>>()
  if (recordPks.length === 0) return byRecord
  const rows = await db
    .selectFrom('record_vectors')
    .innerJoin('vectors_settings', 'vectors_settings.id', 'record_vectors.vector_id')
    .select(['record_pk', 'vectors_settings.name', 'value'])
    .where('record_pk', 'in', recordPks)
    .where('vectors_settings.source', '=', 'given')
    .execute()
  for (const { record_pk, name, value } of rows) {
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    byRecord.set(record_pk, { ...byRecord.get(record_pk), [name]: bytes.toString('base64') })
  }
  return byRecord
}

type EventOf = 'response.create' | 'response.update' | 'suggestion.create' | 'suggestion.update' | 'suggestion.delete'

interface AnswersChange {
  record: RecordChange['record']
  patch: { responses?: readonly unknown[] | null | undefined; suggestions?: readonly unknown[] | null | undefined }
}

function isSameSuggestion(one: SuggestionTable, other: SuggestionTable): boolean {
  const { value, type, agent, score } = other
  return one.value === value && one.type === type && one.agent === agent && one.score === score
}
