import { parentPort } from 'node:worker_threads'
import type { AnswersByName } from '@postil/contract/feedback/answer-value'
import type { QuestionType } from '@postil/contract/feedback/settings/question-settings'
import {
  type DisagreementFilter,
  DisagreementList,
  type RecordDisagreement,
} from '@postil/domain/agreement/disagreements'
import { type PersonsAnswer, type QuestionAgreement, QuestionTally } from '@postil/domain/agreement/question-tally'
import { lowerThreadPriority } from '../../../workers/thread-priority'
import type { ResolvedRow, SubmittedRow } from './agreement.store'

/** Messages to the thread: the questions, then pages of responses, then the end. */
export type AgreementMessage =
  | { questions: { name: string; type: QuestionType }[]; filter?: DisagreementFilter }
  | { responses: SubmittedRow[]; resolved?: ResolvedRow[] }
  | { end: 'figures' | 'disagreements' }

/** The reply to the last message contains the result; earlier replies are empty. */
export interface AgreementReply {
  /** The agreement on each question, by its name. */
  figures?: Record<string, QuestionAgreement>
  disagreements?: { open: number; resolved: number; records: RecordDisagreement[]; people: string[] }
}

/** Maximum number of records that are listed. */
const LISTED = 1000

const port = parentPort
if (!port) throw new Error('The agreement worker runs in a worker thread only.')
lowerThreadPriority()

const tallies = new Map<string, { type: QuestionType; tally: QuestionTally }>()
let disagreements = new DisagreementList(LISTED)

port.on('message', (message: AgreementMessage) => {
  if ('questions' in message) {
    for (const { name, type } of message.questions) tallies.set(name, { type, tally: new QuestionTally(type) })
    disagreements = new DisagreementList(LISTED, message.filter)
  }
  if ('responses' in message) addPage(message.responses, message.resolved)
  port.postMessage('end' in message ? replyTo(message.end) : {})
})

function replyTo(end: 'figures' | 'disagreements'): AgreementReply {
  if (end === 'figures')
    return { figures: Object.fromEntries([...tallies].map(([name, { tally }]) => [name, tally.result()])) }
  const { open, resolved, people } = disagreements
  return { disagreements: { open, resolved, records: disagreements.list(), people: [...people] } }
}

/**
 * Process a page, which contains all responses to its records, grouped by record.
 *
 * @param resolved - the decided questions of these records; absent when figures are computed, which do not need them
 */
function addPage(responses: readonly SubmittedRow[], resolved: readonly ResolvedRow[] | undefined): void {
  const decided = new Set(resolved?.map(({ record_pk, name }) => `${record_pk} ${name}`))
  let record: { person: string | null; values: Map<string, AnswersByName[string]> }[] = []
  for (const [index, { record_pk, user_id, values }] of responses.entries()) {
    const answers: AnswersByName = JSON.parse(values)
    record.push({ person: user_id, values: new Map(Object.entries(answers)) })
    if (responses[index + 1]?.record_pk === record_pk) continue
    const given = [...tallies].map(([name, { type, tally }]) => ({
      name,
      type,
      tally,
      answers: record.flatMap(({ person, values: byName }): PersonsAnswer[] => {
        const answer = byName.get(name)
        return answer ? [{ person, value: answer.value }] : []
      }),
    }))
    if (resolved === undefined) for (const { tally, answers: all } of given) tally.add(all)
    else
      disagreements.add(
        record_pk,
        given.map(({ name, type, answers: all }) => ({
          name,
          type,
          values: all.map(({ value }) => value),
          people: all.map(({ person }) => person),
          isResolved: decided.has(`${record_pk} ${name}`),
        })),
      )
    record = []
  }
}
