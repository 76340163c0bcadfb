import { randomUUID } from 'node:crypto'
import type { SuggestionCreate } from '@postil/contract/feedback/suggestions'
import { nowMicros } from '../../../db/clock'
import { chunked, insertRows } from '../../../db/insert-rows'
import type { SuggestionTable, Tx } from '../../../db/tables'
import { deleteTerms, suggestionTerms } from '../common/answer-terms'
import type { DatasetRules } from '../common/dataset-rules'

export interface SuggestionToSave {
  recordPk: number
  suggestion: SuggestionCreate
}

/**
 * Write checked suggestions, at most one per record and question; an existing one is replaced and keeps its id.
 *
 * @param isNew - the records were created in this transaction, so they have no suggestions yet
 * @returns the ids, in the order given
 */
export async function saveSuggestions(
  tx: Tx,
  rules: Pick<DatasetRules, 'datasetId' | 'questionsById'>,
  items: readonly SuggestionToSave[],
  { isNew = false } = {},
): Promise<string[]> {
  const rows = items.map(({ recordPk, suggestion }) => toRow(rules.datasetId, recordPk, suggestion))
  const ids = isNew ? rows.map(({ id }) => id) : await upsertRows(tx, rows)
  if (isNew) await insertRows(tx, 'suggestions', rows)
  else await deleteTerms(tx, ids)
  const terms = rows.flatMap((row, index) => {
    const [id, item] = [ids[index], items[index]]
    const question = rules.questionsById.get(row.question_id)
    return id && item && question ? suggestionTerms({ ...row, id }, question.settings, item.suggestion) : []
  })
  await insertRows(tx, 'answer_terms', terms)
  return ids
}

function toRow(datasetId: string, recordPk: number, suggestion: SuggestionCreate): SuggestionTable {
  const now = nowMicros()
  const { question_id, value, type, agent, score } = suggestion
  return {
    id: randomUUID(),
    dataset_id: datasetId,
    record_pk: recordPk,
    question_id,
    type: type ?? null,
    value: JSON.stringify(value),
    agent: agent ?? null,
    score: score === undefined || score === null ? null : JSON.stringify(score),
    inserted_at: now,
    updated_at: now,
  }
}

async function upsertRows(tx: Tx, rows: readonly SuggestionTable[]): Promise<string[]> {
  const ids = new Map<string, string>()
  for (const chunk of chunked(rows)) {
    const saved = await tx
      .insertInto('suggestions')
      .values(chunk)
      .onConflict((oc) =>
        oc.columns(['record_pk', 'question_id']).doUpdateSet((eb) => ({
          type: eb.ref('excluded.type'),
          value: eb.ref('excluded.value'),
          agent: eb.ref('excluded.agent'),
          score: eb.ref('excluded.score'),
          updated_at: eb.ref('excluded.updated_at'),
        })),
      )
      .returning(['id', 'record_pk', 'question_id'])
      .execute()
    for (const row of saved) ids.set(`${row.record_pk} ${row.question_id}`, row.id)
  }
  return rows.map((row) => ids.get(`${row.record_pk} ${row.question_id}`) ?? row.id)
}
