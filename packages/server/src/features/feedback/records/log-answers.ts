import { about, type Change, logEvents } from '../../../db/events'
import type { Db, ResponseTable, SuggestionTable, Tx } from '../../../db/tables'
import { writeJson } from '../../../http/bodies/raw-json'
import { responseText } from '../responses/responses.wire'
import { suggestionToWire } from '../suggestions/suggestions.wire'
import type { RecordChange } from './change-records'

/** Answers of some records, by what there is one of for each of them. */
export interface Answers {
  responses: Map<string, ResponseTable>
  suggestions: Map<string, SuggestionTable>
}

/** The responses and suggestions of records whose changes bring any. The records are locked. */
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
 * Log what a change of records did to their responses and suggestions, one event for each that is not as it was, so that the history of a record
 * is complete. Of records that are new nothing is logged: what they came with is what their first event says was there before.
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
    const recordId = recordIds.get(Number(any.record_pk))
    events.push({ ...about(user, any), recordId, kind, before: was && textOf(was), after: row && textOf(row) })
  }
  await logEvents(tx, events)
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

function textOf(row: SuggestionTable): string {
  return writeJson(suggestionToWire(row))
}
