import type { AnswersByName, AnswerValue, RankedOption, Span } from '@postil/contract/feedback/answer-value'
import type { QuestionType } from '@postil/contract/feedback/settings/question-settings'
import { agreementOn } from '@postil/domain/agreement/disagreements'
import type { Db } from '../../../db/tables'
import { submittedByPage } from '../agreement/agreement.service'
import { selectSuggestions } from './team-progress.store'

/** Records whose answers and suggestions are in memory at the same time. */
const PAGE = 500

/** How often a label is part of submitted answers and of suggestions. */
interface LabelCount {
  label: string
  answers: number
  suggested: number
}

/** What can be counted only by reading the answers and suggestions themselves, by the id of the question. */
export interface Tally {
  /** The answers to records with a suggestion, and those among them that equal it, by agent. */
  outcomes: Map<string, Map<string | null, { accepted: number; answers: number }>>
  /** The labels of spans, and the options ranked first. */
  labels: Map<string, Map<string, LabelCount>>
}

/**
 * Read each record's answers and suggestions once, for all questions together. Compared here and not in SQL, since answers may contain texts
 * that PostgreSQL's JSON refuses, and the order of labels and spans is irrelevant.
 *
 * @param suggested - ids of the questions that have suggestions
 */
export async function tallyAnswers(
  db: Db,
  datasetId: string,
  questions: readonly { id: string; name: string; type: QuestionType }[],
  suggested: ReadonlySet<string>,
): Promise<Tally> {
  const tally: Tally = { outcomes: new Map(), labels: new Map() }
  const withParts = questions.filter(({ type }) => type === 'span' || type === 'ranking')
  for (const { id } of withParts) tally.labels.set(id, new Map())
  if (withParts.length === 0 && suggested.size === 0) return tally
  // What is in a suggestion counts without an answer, too.
  const atLeast = withParts.some(({ id }) => suggested.has(id)) ? 0 : 1
  for await (const { pks, responses } of submittedByPage(db, datasetId, atLeast, PAGE)) {
    const byRecord = new Map<number, Map<string, { agent: string | null; value: AnswerValue }>>()
    for (const { record_pk, question_id, agent, value: text } of await selectSuggestions(db, pks)) {
      const value: AnswerValue = JSON.parse(text)
      byRecord.set(record_pk, (byRecord.get(record_pk) ?? new Map()).set(question_id, { agent, value }))
      countParts(tally, question_id, value, 'suggested')
    }
    for (const { record_pk, values } of responses) {
      const answers: AnswersByName = JSON.parse(values)
      for (const { id, name, type } of questions) {
        const answer = answers[name]?.value
        countParts(tally, id, answer, 'answers')
        const suggestion = byRecord.get(record_pk)?.get(id)
        if (suggestion) compare(tally, id, type, suggestion, answer)
      }
    }
  }
  return tally
}

/** An answer that leaves the question out counts as one that differs. */
function compare(
  { outcomes }: Tally,
  id: string,
  type: QuestionType,
  { agent, value }: { agent: string | null; value: AnswerValue },
  answer: AnswerValue | undefined,
): void {
  const byAgent = outcomes.get(id) ?? new Map()
  outcomes.set(id, byAgent)
  const counts = byAgent.get(agent) ?? { accepted: 0, answers: 0 }
  byAgent.set(agent, counts)
  counts.answers += 1
  if (answer !== undefined && agreementOn(type, [value, answer]) === 1) counts.accepted += 1
}

function countParts({ labels }: Tally, id: string, value: AnswerValue | undefined, of: 'answers' | 'suggested'): void {
  const byLabel = labels.get(id)
  if (!byLabel || !Array.isArray(value)) return
  for (const label of labelsOf(value)) {
    const counts = byLabel.get(label) ?? { label, answers: 0, suggested: 0 }
    byLabel.set(label, counts)
    counts[of] += 1
  }
}

/** The labels of spans; of a ranking, the options with the best rank: several if they share it. */
function labelsOf(value: (string | RankedOption | Span)[]): string[] {
  const parts = value.filter((part) => typeof part === 'object')
  const best = Math.min(...parts.map((part) => ('rank' in part ? (part.rank ?? Infinity) : Infinity)))
  return parts.flatMap((part) => {
    if ('label' in part) return [part.label]
    return part.rank === best ? [part.value] : []
  })
}
