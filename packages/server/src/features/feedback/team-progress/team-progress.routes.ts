import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import { parseQuestionSettings, type QuestionType } from '@postil/contract/feedback/settings/question-settings'
import { type TeamPerson, type TeamProgress, teamProgressRoutes } from '@postil/contract/feedback/team/team-progress'
import { agreementOn } from '@postil/domain/agreement/disagreements'
import { hasOptions, type OptionQuestion, optionsOf } from '@postil/domain/options/question-options'
import { fullNameOf } from '@postil/domain/people/full-name'
import {
  countAnswersByDay,
  countDays,
  type DayReader,
  dayReader,
  medianSeconds,
} from '@postil/domain/progress/team-days'
import { nowMicros, wireTime } from '../../../db/clock'
import type { DatasetTable, Db } from '../../../db/tables'
import { handle } from '../../../http/calls/handle'
import { listQuestions } from '../questions/questions.service'
import { findAccuracy } from './gold-accuracy'
import {
  countAnswers,
  countCompletions,
  countGaps,
  countPeople,
  countRecords,
  countSuggestions,
  countTerms,
  eachPair,
  eachText,
} from './team-progress.store'

/** Handlers of the routes about the progress of a team. */
export const teamProgressHandlers = handle(teamProgressRoutes, {
  getTeamProgress: ({ context, found, query }) =>
    findTeamProgress(context.engine.heavyDb, found('dataset'), query.time_zone),
})

type LabelCount = TeamProgress['questions'][number]['labels'][number]

interface Question {
  id: string
  name: string
  title: string
  type: QuestionType
  /** Texts of the options by their values. */
  texts: ReadonlyMap<string, string>
}

/** The progress of the people who work on a dataset, by the days of a time zone. */
async function findTeamProgress(db: Db, { id, min_submitted }: DatasetTable, timeZone: string): Promise<TeamProgress> {
  const dayOf = dayReader(timeZone)
  const answers = await countAnswers(db, id)
  const days = countDays([...answers, ...(await countCompletions(db, id, min_submitted))], dayOf)
  const rows = await listQuestions(db, id)
  const questions = rows.map((row): Question => {
    const settings = parseQuestionSettings(row.settings)
    return { ...row, type: settings.type, texts: hasOptions(settings) ? textsOf(settings) : new Map() }
  })
  return {
    records: await countRecords(db, id, min_submitted),
    min_submitted,
    answers: answers.reduce((sum, one) => sum + one.answers, 0),
    today: dayOf.at(nowMicros()),
    days,
    people: await findPeople(db, id, answers, dayOf),
    suggestions: await findOutcomes(db, id, questions),
    questions: await findLabels(db, id, questions),
    gold: await findAccuracy(db, id, questions),
  }
}

async function findPeople(
  db: Db,
  datasetId: string,
  answers: Awaited<ReturnType<typeof countAnswers>>,
  dayOf: DayReader,
): Promise<TeamPerson[]> {
  const people = new Map<string | null, TeamPerson>()
  for (const { user_id, username, status, count, last, ...names } of await countPeople(db, datasetId)) {
    const person = people.get(user_id) ?? newPerson(user_id, username, username && fullNameOf(names))
    people.set(user_id, person)
    person[status] += count
    const at = wireTime(last)
    if (person.last_answer_at === null || at > person.last_answer_at) person.last_answer_at = at
  }
  const gaps = await countGaps(db, datasetId)
  for (const [id, person] of people) {
    person.days = countAnswersByDay(
      answers.filter(({ user_id }) => user_id === id),
      dayOf,
    )
    person.seconds = medianSeconds(gaps.filter(({ user_id }) => user_id === id))
  }
  return [...people.values()].sort((one, other) => other.submitted - one.submitted)
}

function newPerson(user_id: string | null, username: string | null, name: string | null): TeamPerson {
  const counts = { submitted: 0, discarded: 0, draft: 0 }
  return { user_id, username, name, ...counts, last_answer_at: null, seconds: null, days: [] }
}

/** How each agent's suggestions compare with the answers. One question at a time, since all in parallel would occupy every connection. */
async function findOutcomes(
  db: Db,
  datasetId: string,
  questions: readonly Question[],
): Promise<TeamProgress['suggestions']> {
  const outcomes: TeamProgress['suggestions'] = []
  for (const question of questions) {
    const suggested = await countSuggestions(db, datasetId, question.id)
    if (suggested.length === 0) continue
    const byAgent = await compareAnswers(db, datasetId, question)
    for (const { agent, ...counts } of suggested) {
      const { accepted = 0, answers = 0 } = byAgent.get(agent) ?? {}
      outcomes.push({ agent, question: question.name, ...counts, accepted, changed: answers - accepted })
    }
  }
  return outcomes
}

/**
 * Compare suggestions with answers. Done here and not in SQL, since answers may contain texts that PostgreSQL's JSON refuses, and the order
 * of labels and spans is irrelevant.
 */
async function compareAnswers(
  db: Db,
  datasetId: string,
  { id, name, type }: Question,
): Promise<Map<string | null, { accepted: number; answers: number }>> {
  const byAgent = new Map<string | null, { accepted: number; answers: number }>()
  for await (const pairs of eachPair(db, datasetId, id))
    for (const { agent, suggested, answers } of pairs) {
      const counts = byAgent.get(agent) ?? { accepted: 0, answers: 0 }
      byAgent.set(agent, counts)
      counts.answers += 1
      const answer: AnswerValue | undefined = JSON.parse(answers)[name]?.value
      if (answer !== undefined && agreementOn(type, [JSON.parse(suggested), answer]) === 1) counts.accepted += 1
    }
  return byAgent
}

async function findLabels(
  db: Db,
  datasetId: string,
  questions: readonly Question[],
): Promise<TeamProgress['questions']> {
  const found: TeamProgress['questions'] = []
  for (const question of questions) {
    const { name, title, type, texts } = question
    const labels = (await countLabels(db, datasetId, question)).map((one): LabelCount => {
      const text = texts.get(one.label)
      return text === undefined || text === one.label ? one : { ...one, text }
    })
    labels.sort((one, other) => other.answers - one.answers || other.suggested - one.suggested || compare(one, other))
    if (labels.length > 0 || type === 'text') found.push({ name, title, type, labels })
  }
  return found
}

function textsOf(settings: OptionQuestion): Map<string, string> {
  const { offered, retired } = optionsOf(settings)
  return new Map([...offered, ...retired].map(({ value, text }) => [value, text]))
}

/** How often each label was answered and suggested; of a ranking, how often each option was ranked first. A text has no labels. */
async function countLabels(db: Db, datasetId: string, question: Question): Promise<LabelCount[]> {
  switch (question.type) {
    case 'text':
      return []
    case 'span':
      return countInside(db, datasetId, question, (spans: { label: string }[]) => spans.map(({ label }) => label))
    case 'ranking':
      return countInside(db, datasetId, question, firstOf)
    default:
      return countTerms(db, datasetId, question.id)
  }
}

/** The options with the best rank: several if they share it. */
function firstOf(ranking: readonly { value: string; rank?: number | null }[]): string[] {
  const best = Math.min(...ranking.map(({ rank }) => rank ?? Infinity))
  return ranking.flatMap(({ value, rank }) => (rank === best ? [value] : []))
}

/** Count what each submitted answer and each suggestion contains. */
async function countInside<Part>(
  db: Db,
  datasetId: string,
  { id, name }: Question,
  labelsOf: (parts: Part[]) => string[],
): Promise<LabelCount[]> {
  const byLabel = new Map<string, LabelCount>()
  const count = (parts: unknown, of: 'answers' | 'suggested') => {
    for (const label of Array.isArray(parts) ? labelsOf(parts) : []) {
      const counts = byLabel.get(label) ?? { label, answers: 0, suggested: 0 }
      byLabel.set(label, counts)
      counts[of] += 1
    }
  }
  for await (const texts of eachText(db, { answersOf: datasetId }))
    for (const text of texts) count(JSON.parse(text ?? '{}')[name]?.value, 'answers')
  for await (const texts of eachText(db, { suggestedFor: id }))
    for (const text of texts) count(JSON.parse(text ?? 'null'), 'suggested')
  return [...byLabel.values()]
}

function compare(one: { label: string }, other: { label: string }): number {
  return one.label < other.label ? -1 : 1
}
