import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import { parseQuestionSettings } from '@postil/contract/feedback/settings/question-settings'
import type { Relabel } from '@postil/domain/options/option-list'
import { holdsOption, relabelAnswer } from '@postil/domain/options/relabel-answer'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { containsText } from '../../../db/engines/engine-sql'
import type { Db, QuestionTable, ResolutionTable, Tables, Tx } from '../../../db/tables'
import type { ReplacedRow } from '../../options/option-owner'

type Asked = Pick<QuestionTable, 'id' | 'settings'>

/** A condition on `records`: a decision about this question contains the text of an option. */
export function isDecidedWith(
  db: Db,
  eb: ExpressionBuilder<Tables, 'records'>,
  question: Asked,
  option: string,
): Expression<SqlBool> {
  return eb.exists(
    eb
      .selectFrom('resolutions')
      .select('resolutions.record_pk')
      .whereRef('resolutions.record_pk', '=', 'records.pk')
      .where('resolutions.question_id', '=', question.id)
      .where(({ ref }) => containsText(db, ref('resolutions.value'), JSON.stringify(option))),
  )
}

/** The decisions about these records that contain an option. */
export async function findDecidedWith(
  db: Db,
  question: Asked,
  option: string,
  recordIds: readonly string[],
): Promise<ResolutionTable[]> {
  const settings = parseQuestionSettings(question.settings)
  const rows = await db
    .selectFrom('resolutions')
    .selectAll()
    .where('question_id', '=', question.id)
    .where('record_id', 'in', recordIds)
    .where(({ ref }) => containsText(db, ref('value'), JSON.stringify(option)))
    .execute()
  return rows.filter(({ value }) => holdsOption(settings, JSON.parse(value), option))
}

/** Replace an option in the decisions about these records, which are locked. Who decided, and when, stays as it was. */
export async function relabelResolutions(
  tx: Tx,
  question: Asked,
  relabel: Relabel,
  recordIds: readonly string[],
): Promise<{ replaced: ReplacedRow[]; rows: ResolutionTable[]; before: ResolutionTable[] }> {
  const settings = parseQuestionSettings(question.settings)
  const found = await findDecidedWith(tx, question, relabel.from, recordIds)
  const rows = found.map((row) => {
    const value: AnswerValue = JSON.parse(row.value)
    return { ...row, value: JSON.stringify(relabelAnswer(settings, { value, score: null }, relabel).value) }
  })
  await rewriteResolutions(tx, question, rows)
  const replaced = rows.map(({ record_id, value }, at): ReplacedRow => {
    return { kind: 'resolution', key: record_id, before: found[at]?.value ?? '', mark: value }
  })
  return { replaced, rows, before: found }
}

/** Restore the decisions about these records that have not been changed since. @returns the restored ones, and what they were before */
export async function restoreResolutions(
  tx: Tx,
  question: Asked,
  replaced: readonly Pick<ReplacedRow, 'key' | 'before' | 'mark'>[],
): Promise<{ rows: ResolutionTable[]; before: ResolutionTable[] }> {
  const kept = new Map(replaced.map((row) => [row.key, row]))
  if (kept.size === 0) return { rows: [], before: [] }
  const found = await tx
    .selectFrom('resolutions')
    .selectAll()
    .where('question_id', '=', question.id)
    .where('record_id', 'in', [...kept.keys()])
    .execute()
  const rows = found.flatMap((row) => {
    const before = kept.get(row.record_id)
    return before?.mark === row.value ? [{ ...row, value: before.before }] : []
  })
  await rewriteResolutions(tx, question, rows)
  return { rows, before: found.filter(({ record_id, value }) => kept.get(record_id)?.mark === value) }
}

async function rewriteResolutions(tx: Tx, question: Asked, rows: readonly ResolutionTable[]): Promise<void> {
  if (rows.length === 0) return
  const values = sql.join(rows.map((row) => sql`(${row.record_id}, ${row.value})`))
  await sql`update resolutions set value = given.column2 from (values ${values}) as given
    where question_id = ${question.id} and record_id = given.column1`.execute(tx)
}
