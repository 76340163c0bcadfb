import type { AnswersByName, AnswerValue } from '@postil/contract/feedback/answer-value'
import type { QuestionType } from '@postil/contract/feedback/settings/question-settings'
import type { TeamProgress } from '@postil/contract/feedback/team/team-progress'
import { agreementOn } from '@postil/domain/agreement/disagreements'
import { wilsonInterval } from '@postil/domain/agreement/proportion'
import { fullNameOf } from '@postil/domain/people/full-name'
import type { Db } from '../../../db/tables'
import { listGold } from '../resolutions/gold.service'

type Accuracy = TeamProgress['gold'][number]

/** Number of gold records whose answers are in memory at the same time. */
const PORTION = 50

/**
 * How many of each person's submitted answers to gold records equal the known answer, by question. Questions without a known answer, or
 * that the person left unanswered, do not count; nor does who decided the known answer.
 */
export async function findAccuracy(
  db: Db,
  datasetId: string,
  questions: readonly { id: string; name: string; title: string; type: QuestionType }[],
): Promise<Accuracy[]> {
  const gold = await listGold(db, datasetId)
  const found = new Map<string, Omit<Accuracy, 'interval'>>()
  for (let from = 0; from < gold.length; from += PORTION) {
    const pks = gold.slice(from, from + PORTION)
    const known = await selectKnown(db, pks)
    for (const { record_pk, user_id, username, values, ...names } of await selectAnswers(db, pks)) {
      const answers: AnswersByName = JSON.parse(values ?? '{}')
      for (const { id, name, title, type } of questions) {
        const right = known.get(`${record_pk} ${id}`)
        const given = answers[name]?.value
        if (right === undefined || given === undefined || right.by === user_id) continue
        const key = `${user_id} ${id}`
        const person = { user_id, username, name: fullNameOf(names) }
        const counts = found.get(key) ?? { ...person, question: name, title, answers: 0, right: 0 }
        found.set(key, counts)
        counts.answers += 1
        if (agreementOn(type, [right.answer, given]) === 1) counts.right += 1
      }
    }
  }
  const rank = new Map(questions.map(({ name }, at) => [name, at]))
  return [...found.values()]
    .sort((one, other) => compare(one.username, other.username) || place(one) - place(other))
    .map((one) => ({ ...one, interval: wilsonInterval(one.right, one.answers) }))

  function place({ question }: { question: string }): number {
    return rank.get(question) ?? 0
  }
}

/** The known answers of these records, and who decided them, by the key of the record and the id of the question. */
async function selectKnown(
  db: Db,
  pks: readonly number[],
): Promise<Map<string, { answer: AnswerValue; by: string | null }>> {
  const rows = await db
    .selectFrom('resolutions')
    .select(['record_pk', 'question_id', 'user_id', 'value'])
    .where('record_pk', 'in', pks)
    .execute()
  return new Map(
    rows.map(({ record_pk, question_id, user_id, value }) => [
      `${record_pk} ${question_id}`,
      { answer: JSON.parse(value), by: user_id },
    ]),
  )
}

/** The submitted answers of people who are not deleted. */
function selectAnswers(db: Db, pks: readonly number[]) {
  return db
    .selectFrom('responses')
    .innerJoin('users', 'users.id', 'responses.user_id')
    .select(['responses.record_pk', 'users.id as user_id', 'username', 'first_name', 'last_name', 'responses.values'])
    .where('responses.record_pk', 'in', pks)
    .where('responses.status', '=', 'submitted')
    .execute()
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
