import { parseQuestionSettings, type QuestionType } from '@postil/contract/feedback/settings/question-settings'
import { type TeamPerson, type TeamProgress, teamProgressRoutes } from '@postil/contract/feedback/team/team-progress'
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
import { type Tally, tallyAnswers } from './tally-answers'
import {
  countAnswers,
  countCompletions,
  countGaps,
  countPeople,
  countRecords,
  countSuggestions,
  countTerms,
} from './team-progress.store'

export const teamProgressHandlers = handle(teamProgressRoutes, {
  getTeamProgress: ({ context, found, query }) =>
    findTeamProgress(context.engine.heavyDb, found('dataset'), query.time_zone),
})

interface Question {
  id: string
  name: string
  title: string
  type: QuestionType
  /** Texts of the options by their values. */
  texts: ReadonlyMap<string, string>
}

type Suggested = Map<string, Awaited<ReturnType<typeof countSuggestions>>>

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
  const suggested = await countSuggested(db, id, questions)
  const tally = await tallyAnswers(db, id, questions, new Set(suggested.keys()))
  return {
    records: await countRecords(db, id, min_submitted),
    min_submitted,
    answers: answers.reduce((sum, one) => sum + one.answers, 0),
    today: dayOf.at(nowMicros()),
    days,
    people: await findPeople(db, id, answers, dayOf),
    suggestions: listOutcomes(questions, suggested, tally),
    questions: await findLabels(db, id, questions, tally),
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

/** The suggestions by the id of the question. One question at a time, since all in parallel would occupy every connection. */
async function countSuggested(db: Db, datasetId: string, questions: readonly Question[]): Promise<Suggested> {
  const suggested: Suggested = new Map()
  for (const { id } of questions) {
    const counts = await countSuggestions(db, datasetId, id)
    if (counts.length > 0) suggested.set(id, counts)
  }
  return suggested
}

/** How each agent's suggestions compare with the answers. */
function listOutcomes(
  questions: readonly Question[],
  suggested: Suggested,
  { outcomes }: Tally,
): TeamProgress['suggestions'] {
  return questions.flatMap(({ id, name }) =>
    (suggested.get(id) ?? []).map(({ agent, ...counts }) => {
      const { accepted = 0, answers = 0 } = outcomes.get(id)?.get(agent) ?? {}
      return { agent, question: name, ...counts, accepted, changed: answers - accepted }
    }),
  )
}

async function findLabels(
  db: Db,
  datasetId: string,
  questions: readonly Question[],
  tally: Tally,
): Promise<TeamProgress['questions']> {
  const found: TeamProgress['questions'] = []
  for (const { id, name, title, type, texts } of questions) {
    const counts = tally.labels.get(id) ?? (type === 'text' ? [] : await countTerms(db, datasetId, id))
    const labels = [...counts.values()].map((one) => {
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

function compare(one: { label: string }, other: { label: string }): number {
  return one.label < other.label ? -1 : 1
}
