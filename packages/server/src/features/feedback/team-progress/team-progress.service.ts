import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import { parseQuestionSettings, type QuestionType } from '@postil/contract/feedback/question-settings'
import type { TeamPerson, TeamProgress } from '@postil/contract/feedback/team-progress'
import { agreementOn } from '@postil/domain/agreement/disagreements'
import { nowMicros, wireTime } from '../../../db/clock'
import type { DatasetTable, Db } from '../../../db/tables'
import { listQuestions } from '../questions/questions.service'
import { dayReader } from './days'
import {
  type CountedQuestion,
  countAccepted,
  countAnswers,
  countCompletions,
  countGaps,
  countPeople,
  countRecords,
  countSpans,
  countSuggestions,
  countTerms,
  eachPair,
} from './team-progress.store'

type Question = CountedQuestion & { title: string; type: QuestionType }

/** How far the people of a dataset have come together, by the days of a time zone. */
export async function findTeamProgress(
  db: Db,
  { id, min_submitted }: DatasetTable,
  timeZone: string,
): Promise<TeamProgress> {
  const dayOf = dayReader(timeZone)
  const answers = await countAnswers(db, id)
  const days = new Map<string, TeamProgress['days'][number]>()
  const day = (quarter: number) => {
    const date = dayOf(quarter)
    const known = days.get(date) ?? { date, answers: 0, completed: 0 }
    days.set(date, known)
    return known
  }
  for (const one of answers) day(one.quarter).answers += one.answers
  for (const one of await countCompletions(db, id, min_submitted)) day(one.quarter).completed += one.completed
  const rows = await listQuestions(db, id)
  const questions = rows.map((row): Question => ({ ...row, type: parseQuestionSettings(row.settings).type }))
  return {
    records: await countRecords(db, id, min_submitted),
    min_submitted,
    answers: answers.reduce((sum, one) => sum + one.answers, 0),
    today: dayOf.at(nowMicros()),
    days: [...days.values()].sort((one, other) => (one.date < other.date ? -1 : 1)),
    people: await findPeople(db, id, answers, dayOf),
    suggestions: (await Promise.all(questions.map((question) => findOutcomes(db, id, question)))).flat(),
    questions: await findLabels(db, id, questions),
  }
}

async function findPeople(
  db: Db,
  datasetId: string,
  answers: Awaited<ReturnType<typeof countAnswers>>,
  dayOf: (quarter: number) => string,
): Promise<TeamPerson[]> {
  const people = new Map<string | null, TeamPerson>()
  for (const { user_id, username, status, count, last } of await countPeople(db, datasetId)) {
    const person = people.get(user_id) ?? newPerson(user_id, username)
    people.set(user_id, person)
    person[status] += count
    const at = wireTime(last)
    if (person.last_answer_at === null || at > person.last_answer_at) person.last_answer_at = at
  }
  for (const { user_id, quarter, answers: count } of answers.sort((one, other) => one.quarter - other.quarter)) {
    const days = people.get(user_id)?.days
    const date = dayOf(quarter)
    const today = days?.at(-1)
    if (today?.date === date) today.answers += count
    else days?.push({ date, answers: count })
  }
  const gaps = await countGaps(db, datasetId)
  for (const [id, person] of people) person.seconds = medianOf(gaps.filter(({ user_id }) => user_id === id))
  return [...people.values()].sort((one, other) => other.submitted - one.submitted)
}

function newPerson(user_id: string | null, username: string | null): TeamPerson {
  return { user_id, username, submitted: 0, discarded: 0, draft: 0, last_answer_at: null, seconds: null, days: [] }
}

/** The median of values that are given in order, with how often each came. */
function medianOf(values: readonly { seconds: number; times: number }[]): number | null {
  const total = values.reduce((sum, { times }) => sum + times, 0)
  let passed = 0
  for (const { seconds, times } of values) {
    passed += times
    if (passed * 2 >= total) return seconds
  }
  return null
}

/** What became of each agent's suggestions for a question. */
async function findOutcomes(db: Db, datasetId: string, question: Question): Promise<TeamProgress['suggestions']> {
  const suggested = await countSuggestions(db, datasetId, question.id)
  if (suggested.length === 0) return []
  const compared = IS_ONE_VALUE[question.type]
    ? await countAccepted(db, datasetId, question)
    : await compareAnswers(db, datasetId, question)
  const byAgent = new Map(compared.map((one) => [one.agent, one]))
  return suggested.map(({ agent, ...counts }) => {
    const { accepted = 0, answers = 0 } = byAgent.get(agent) ?? {}
    return { agent, question: question.name, ...counts, accepted, changed: answers - accepted }
  })
}

/** Whether the store can compare answers: one text or number, without an order that means nothing. */
const IS_ONE_VALUE: Record<QuestionType, boolean> = {
  label_selection: true,
  rating: true,
  text: true,
  multi_label_selection: false,
  ranking: false,
  span: false,
}

async function compareAnswers(
  db: Db,
  datasetId: string,
  { id, name, type }: Question,
): Promise<{ agent: string | null; accepted: number; answers: number }[]> {
  const byAgent = new Map<string | null, { agent: string | null; accepted: number; answers: number }>()
  for await (const pairs of eachPair(db, datasetId, id))
    for (const { agent, suggested, answers } of pairs) {
      const counts = byAgent.get(agent) ?? { agent, accepted: 0, answers: 0 }
      byAgent.set(agent, counts)
      counts.answers += 1
      const answer: AnswerValue | undefined = JSON.parse(answers)[name]?.value
      if (answer !== undefined && agreementOn(type, [JSON.parse(suggested), answer]) === 1) counts.accepted += 1
    }
  return [...byAgent.values()]
}

async function findLabels(
  db: Db,
  datasetId: string,
  questions: readonly Question[],
): Promise<TeamProgress['questions']> {
  const found: TeamProgress['questions'] = []
  for (const question of questions) {
    if (question.type === 'text' || question.type === 'ranking') continue
    const { id, name, title, type } = question
    const labels = type === 'span' ? await countSpans(db, datasetId, question) : await countTerms(db, datasetId, id)
    labels.sort((one, other) => other.answers - one.answers || other.suggested - one.suggested || compare(one, other))
    if (labels.length > 0) found.push({ name, title, labels })
  }
  return found
}

function compare(one: { label: string }, other: { label: string }): number {
  return one.label < other.label ? -1 : 1
}
