import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import { parseQuestionSettings } from '@postil/contract/feedback/settings/question-settings'
import type { OptionTouches } from '@postil/contract/options'
import type { Relabel } from '@postil/domain/options/option-list'
import { holdsOption, relabelAnswer, type Score } from '@postil/domain/options/relabel-answer'
import { containsText } from '../../../../db/engines/engine-sql'
import { lockRecords } from '../../../../db/engines/lock-records'
import { about, type Change, logEvents } from '../../../../db/events'
import type { Db, ResolutionTable, ResponseTable, SuggestionTable, Tx } from '../../../../db/tables'
import { addTouches, NOTHING, type ReplacedRow, type Step } from '../../../options/option-owner'
import {
  findDecidedWith,
  isDecidedWith,
  relabelResolutions,
  restoreResolutions,
} from '../../resolutions/relabel-resolutions'
import { resolutionText } from '../../resolutions/resolutions.wire'
import { responseText } from '../../responses/responses.wire'
import { suggestionText } from '../../suggestions/suggestions.wire'
import {
  type Asked,
  readAnswers,
  recordsOf,
  rewriteAnswers,
  type SuggestionOf,
  scoreOf,
  selectResponses,
  selectSuggestions,
  valueIn,
  valuesOf,
} from './relabel-answers.store'

/** A page of ids of records with an answer, a suggestion or a decision whose JSON text contains the option. */
export async function findRecordsHolding(
  db: Db,
  question: Asked,
  option: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const text = JSON.stringify(option)
  const rows = await db
    .selectFrom('records')
    .select('records.id')
    .where('records.dataset_id', '=', question.dataset_id)
    .where('records.id', '>', after)
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('responses')
            .select('responses.id')
            .whereRef('responses.record_pk', '=', 'records.pk')
            .where(({ ref }) => containsText(db, ref('responses.values'), text)),
        ),
        eb.exists(
          eb
            .selectFrom('suggestions')
            .select('suggestions.id')
            .whereRef('suggestions.record_pk', '=', 'records.pk')
            .where('suggestions.question_id', '=', question.id)
            .where(({ ref }) => containsText(db, ref('suggestions.value'), text)),
        ),
        isDecidedWith(db, eb, question, option),
      ]),
    )
    .orderBy('records.id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** The number of answers, suggestions and decisions of these records that contain an option. */
export async function countAnswers(
  db: Db,
  question: Asked,
  option: string,
  ids: readonly string[],
): Promise<OptionTouches> {
  const settings = parseQuestionSettings(question.settings)
  const [{ responses, suggestions }, resolutions] = await Promise.all([
    readAnswers(db, question, option, ids),
    findDecidedWith(db, question, option, ids),
  ])
  const heldResponses = responses.filter((row) => {
    const value = valueIn(row, question)
    return value !== undefined && holdsOption(settings, value, option)
  })
  const heldSuggestions = suggestions.filter((row) => holdsOption(settings, JSON.parse(row.value), option))
  return counted(heldResponses, heldSuggestions, resolutions)
}

/** Replace an option in the answers, suggestions and decisions of these records. Their times stay as they were. */
export async function relabelAnswers(
  tx: Tx,
  question: Asked,
  relabel: Relabel,
  ids: readonly string[],
  userId: string,
): Promise<Step> {
  const settings = parseQuestionSettings(question.settings)
  await lockRecords(tx, { ids })
  const found = await readAnswers(tx, question, relabel.from, ids)
  const replaced: ReplacedRow[] = []
  const responses = found.responses.flatMap((row) => {
    const value = valueIn(row, question)
    if (value === undefined || !holdsOption(settings, value, relabel.from)) return []
    const { value: after } = relabelAnswer(settings, { value, score: null }, relabel)
    const values = JSON.stringify({ ...valuesOf(row), [question.name]: { value: after } })
    replaced.push({ kind: 'response', key: row.id, before: row.values ?? '', mark: values })
    return [{ ...row, values }]
  })
  const suggestions = found.suggestions.flatMap((row) => {
    const value: AnswerValue = JSON.parse(row.value)
    if (!holdsOption(settings, value, relabel.from)) return []
    const after = relabelAnswer(settings, { value, score: scoreOf(row) }, relabel)
    const changed = { ...row, value: JSON.stringify(after.value), score: textOf(after.score) }
    replaced.push({ kind: 'suggestion', key: row.id, before: markOf(row), mark: markOf(changed) })
    return [changed]
  })
  await rewriteAnswers(tx, question, settings, responses, suggestions)
  const resolutions = await relabelResolutions(tx, question, relabel, ids)
  replaced.push(...resolutions.replaced)
  await logRelabelled(tx, userId, found, { responses, suggestions })
  await logDecided(tx, userId, resolutions)
  return { replaced, touched: counted(responses, suggestions, resolutions.rows), walkedTo: ids.at(-1) ?? '' }
}

/**
 * Restore answers, suggestions and decisions that have not been changed since.
 *
 * @returns the number of restored things
 */
export async function restoreAnswers(
  tx: Tx,
  question: Asked,
  rows: readonly ReplacedRow[],
  userId: string,
): Promise<OptionTouches> {
  const keysOf = (kind: ReplacedRow['kind']) => rows.filter((row) => row.kind === kind).map(({ key }) => key)
  const byKey = new Map(rows.map((row) => [`${row.kind} ${row.key}`, row]))
  const [ofResponses, ofSuggestions] = [keysOf('response'), keysOf('suggestion')]
  const resolutions = rows.filter(({ kind }) => kind === 'resolution')
  const decided = resolutions.map(({ key }) => key)
  await lockRecords(tx, { ids: [...new Set([...(await recordsOf(tx, ofResponses, ofSuggestions)), ...decided])] })
  const found = {
    responses: await selectResponses(tx, ofResponses),
    suggestions: await selectSuggestions(tx, ofSuggestions),
  }
  const responses = found.responses.flatMap((row) => {
    const kept = byKey.get(`response ${row.id}`)
    return kept?.mark === row.values ? [{ ...row, values: kept.before }] : []
  })
  const suggestions = found.suggestions.flatMap((row) => {
    const kept = byKey.get(`suggestion ${row.id}`)
    if (kept?.mark !== markOf(row)) return []
    const [value, score]: [string, string | null] = JSON.parse(kept.before)
    return [{ ...row, value, score }]
  })
  await rewriteAnswers(tx, question, parseQuestionSettings(question.settings), responses, suggestions)
  const restored = await restoreResolutions(tx, question, resolutions)
  await logRelabelled(tx, userId, found, { responses, suggestions })
  await logDecided(tx, userId, restored)
  return counted(responses, suggestions, restored.rows)
}

interface Answers {
  responses: readonly ResponseTable[]
  suggestions: readonly SuggestionOf[]
}

/**
 * Log each response and suggestion that was changed.
 *
 * @param before - their former state; may contain others
 */
async function logRelabelled(tx: Tx, userId: string, before: Answers, after: Answers): Promise<void> {
  const responses = new Map(before.responses.map((row) => [row.id, row]))
  const suggestions = new Map(before.suggestions.map((row) => [row.id, row]))
  const user = { id: userId }
  await logEvents(tx, [
    ...after.responses.map((row): Change<'response.update'> => {
      const was = responses.get(row.id) ?? row
      return { ...about(user, row), kind: 'response.update', before: responseText(was), after: responseText(row) }
    }),
    ...after.suggestions.map((row): Change<'suggestion.update'> => {
      const was = suggestions.get(row.id) ?? row
      const states = { before: suggestionText(was), after: suggestionText(row) }
      return { ...about(user, row), recordId: row.of_record, kind: 'suggestion.update', ...states }
    }),
  ])
}

/**
 * Log each decision that was changed.
 *
 * @param changed - the same rows before and after
 */
async function logDecided(
  tx: Tx,
  userId: string,
  changed: { before: readonly ResolutionTable[]; rows: readonly ResolutionTable[] },
): Promise<void> {
  await logEvents(
    tx,
    changed.rows.map((row, at) => ({
      ...about({ id: userId }, { ...row, id: row.record_id }),
      kind: 'resolution.update',
      before: resolutionText(changed.before[at] ?? row),
      after: resolutionText(row),
    })),
  )
}

function counted(
  responses: readonly Pick<ResponseTable, 'status' | 'record_pk'>[],
  suggestions: readonly Pick<SuggestionTable, 'record_pk'>[],
  resolutions: readonly Pick<ResolutionTable, 'record_pk'>[],
): OptionTouches {
  const of = (status: ResponseTable['status']) => responses.filter((row) => row.status === status).length
  return addTouches(NOTHING, {
    records: new Set([...responses, ...suggestions, ...resolutions].map((row) => row.record_pk)).size,
    submitted: of('submitted'),
    drafts: of('draft'),
    discarded: of('discarded'),
    suggestions: suggestions.length,
    resolutions: resolutions.length,
  })
}

function textOf(score: Score): string | null {
  return score === null ? null : JSON.stringify(score)
}

/** A suggestion as stored for undo. */
function markOf({ value, score }: Pick<SuggestionTable, 'value' | 'score'>): string {
  return JSON.stringify([value, score])
}
