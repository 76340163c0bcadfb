import { parentPort } from 'node:worker_threads'
import type { AnswersByName } from '@postil/contract/feedback/answer-value'
import type { QuestionType } from '@postil/contract/feedback/question-settings'
import { type PersonsAnswer, type QuestionAgreement, QuestionTally } from '@postil/domain/agreement/question-tally'
import { letOthersGoFirst } from '../../../workers/let-others-go-first'
import type { SubmittedRow } from './agreement.store'

/** What the thread is told: the questions, then pages of responses, then that these were all. */
export type AgreementMessage =
  | { questions: { name: string; type: QuestionType }[] }
  | { responses: SubmittedRow[] }
  | { end: true }

/** How far the answers agree, by the name of the question. The last message gets it, the others get nothing. */
export type AgreementReply = Record<string, QuestionAgreement> | undefined

const port = parentPort
if (!port) throw new Error('The agreement worker runs in a worker thread only.')
letOthersGoFirst()

const tallies = new Map<string, QuestionTally>()

port.on('message', (message: AgreementMessage) => {
  if ('questions' in message) for (const { name, type } of message.questions) tallies.set(name, new QuestionTally(type))
  if ('responses' in message) addPage(message.responses)
  const reply: AgreementReply =
    'end' in message ? Object.fromEntries([...tallies].map(([name, tally]) => [name, tally.result()])) : undefined
  port.postMessage(reply)
})

/** All responses to a record are in one page, one after the other. */
function addPage(responses: readonly SubmittedRow[]): void {
  let record: { person: string | null; values: Map<string, AnswersByName[string]> }[] = []
  for (const [index, { record_pk, user_id, values }] of responses.entries()) {
    const answers: AnswersByName = JSON.parse(values)
    record.push({ person: user_id, values: new Map(Object.entries(answers)) })
    if (responses[index + 1]?.record_pk === record_pk) continue
    for (const [name, tally] of tallies) {
      const given = record.flatMap(({ person, values: byName }): PersonsAnswer[] => {
        const answer = byName.get(name)
        return answer ? [{ person, value: answer.value }] : []
      })
      tally.add(given)
    }
    record = []
  }
}
