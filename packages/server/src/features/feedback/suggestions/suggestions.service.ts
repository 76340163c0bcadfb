import type { SuggestionCreate } from '@postil/contract/feedback/suggestions'
import { checkSuggestion } from '@postil/domain/answers/check-suggestion'
import type { SessionUser } from '../../../context'
import { lockRecord } from '../../../db/engines/lock-records'
import { about, logEvent } from '../../../db/events'
import type { SuggestionTable, Tx } from '../../../db/tables'
import { InvalidError } from '../../../errors'
import { assertAsKnown } from '../common/as-known'
import { loadQuestions } from '../common/dataset-rules'
import { storedFieldText } from '../common/field-text'
import type { StoredRecord } from '../common/stored-record'
import { saveSuggestions } from './save-suggestions'
import { deleteSuggestionRows, findSuggestionFor } from './suggestions.store'
import { suggestionText } from './suggestions.wire'

export { deleteSuggestionsOf } from './suggestions.store'

/**
 * Create or replace the suggestion of a record for one question; `isNew` tells which. Throws `InvalidError`.
 *
 * @param knownAs - the `updated_at` that the caller last read, empty for no suggestion; throws `ConflictError` for another one
 */
export async function saveSuggestion(
  tx: Tx,
  user: SessionUser,
  record: StoredRecord,
  suggestion: SuggestionCreate,
  knownAs?: string,
): Promise<{ row: SuggestionTable; isNew: boolean }> {
  // Lock before reading, so that of several concurrent first suggestions only one is created.
  const [, questions] = await Promise.all([lockRecord(tx, record), loadQuestions(tx, record.dataset_id)])
  const question = questions.find(({ id }) => id === suggestion.question_id)
  if (!question) throw new InvalidError(`Question with id \`${suggestion.question_id}\` not found`)
  const failure = checkSuggestion(question.settings, suggestion, storedFieldText(record.fields))
  if (failure) throw new InvalidError(failure)

  const before = await findSuggestionFor(tx, record.pk, question.id)
  assertAsKnown(before, knownAs, `The suggestion for question \`${question.id}\` of record \`${record.id}\``)
  const rules = { datasetId: record.dataset_id, questionsById: new Map([[question.id, question]]) }
  await saveSuggestions(tx, rules, [{ recordPk: record.pk, suggestion }])
  const row = await findSuggestionFor(tx, record.pk, question.id)
  if (!row) throw new Error('A suggestion was not there after it was saved.')
  await logEvent(tx, {
    ...about(user, row),
    recordId: record.id,
    kind: before ? 'suggestion.update' : 'suggestion.create',
    before: before && suggestionText(before),
    after: suggestionText(row),
  })
  return { row, isNew: before === undefined }
}

/**
 * Delete suggestions of one record by id; ids that are not its own are ignored.
 *
 * @param knownAs - the `updated_at` of all of them that the caller last read; throws `ConflictError` for another one
 */
export async function deleteSuggestions(
  tx: Tx,
  user: SessionUser,
  record: Pick<StoredRecord, 'id' | 'pk' | 'dataset_id'>,
  ids: readonly string[],
  knownAs?: string,
): Promise<SuggestionTable[]> {
  await lockRecord(tx, record)
  const rows = await deleteSuggestionRows(tx, record.pk, ids)
  for (const row of rows) assertAsKnown(row, knownAs, `Suggestion with id \`${row.id}\``)
  for (const row of rows)
    await logEvent(tx, {
      ...about(user, row),
      recordId: record.id,
      kind: 'suggestion.delete',
      before: suggestionText(row),
    })
  return rows
}
