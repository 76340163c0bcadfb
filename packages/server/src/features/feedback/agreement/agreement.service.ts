import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { DatasetAgreement, QuestionAgreementBody } from '@postil/contract/feedback/agreement'
import { parseQuestionSettings } from '@postil/contract/feedback/question-settings'
import { interpretAgreement, verdictOf } from '@postil/domain/agreement/interpret'
import type { Engine } from '../../../db/engines/engine'
import type { Db, QuestionTable } from '../../../db/tables'
import { inTurns } from '../../../workers/in-turns'
import { workerFile } from '../../../workers/worker-file'
import { listQuestions } from '../questions/questions.service'
import { selectRecordsAfter, selectSubmitted, selectUsernames } from './agreement.store'
import type { AgreementMessage, AgreementReply } from './agreement.worker'

/** Records a page: their responses are in memory at once. */
const PAGE = 200
/** Pairs and labels of a question that are listed. */
const LISTED = 500

/** One dataset after the other, so that the memory of one is all that is taken; whoever asks for the same one meanwhile gets the same reply. */
const turn = inTurns()
const asked = new Map<string, Promise<DatasetAgreement>>()

/** How far the submitted answers of a dataset agree, computed in a thread of its own. */
export function computeAgreement({ heavyDb }: Pick<Engine, 'heavyDb'>, datasetId: string): Promise<DatasetAgreement> {
  const known = asked.get(datasetId)
  if (known) return known
  const computed = turn('agreement', () => compute(heavyDb, datasetId)).finally(() => asked.delete(datasetId))
  asked.set(datasetId, computed)
  return computed
}

async function compute(db: Db, datasetId: string): Promise<DatasetAgreement> {
  const questions = (await listQuestions(db, datasetId)).map((row) => ({ ...row, type: typeOf(row) }))
  const worker = new Worker(workerFile('agreement'))
  worker.unref()
  try {
    const figures = await tellAll(worker, db, datasetId, questions)
    const bodies = questions.map(({ id, name, title, type }): QuestionAgreementBody => {
      const found = figures[name]
      if (!found) throw new Error(`The agreement worker left out the question ${name}.`)
      const { pairs, labels, ...rest } = found
      return {
        id,
        name,
        title,
        type,
        ...rest,
        verdict: verdictOf(found),
        meaning: interpretAgreement(type, found),
        pairs: pairs.slice(0, LISTED).map(({ people, ...pair }) => ({ users: people, ...pair })),
        labels: labels.slice(0, LISTED),
      }
    })
    const ids = [...new Set(bodies.flatMap(({ pairs }) => pairs.flatMap(({ users }) => users)))]
    return { questions: bodies, users: ids.length > 0 ? await selectUsernames(db, ids) : [] }
  } finally {
    await worker.terminate()
  }
}

async function tellAll(
  worker: Worker,
  db: Db,
  datasetId: string,
  questions: readonly { name: string; type: QuestionAgreementBody['type'] }[],
): Promise<NonNullable<AgreementReply>> {
  await tell(worker, { questions: questions.map(({ name, type }) => ({ name, type })) })
  for (let page = await selectRecordsAfter(db, datasetId, undefined, PAGE); page.length > 0; ) {
    const responses = await selectSubmitted(
      db,
      page.map(({ pk }) => pk),
    )
    await tell(worker, { responses })
    page = await selectRecordsAfter(db, datasetId, page.at(-1), PAGE)
  }
  return (await tell(worker, { end: true })) ?? {}
}

/** One message, and its reply. Rejects when the thread fails or stops. */
async function tell(worker: Worker, message: AgreementMessage): Promise<AgreementReply> {
  const settled = new AbortController()
  try {
    const replied = once(worker, 'message', { signal: settled.signal })
    const stopped = once(worker, 'exit', { signal: settled.signal }).then(() => {
      throw new Error('The agreement worker stopped.')
    })
    worker.postMessage(message)
    const [reply] = await Promise.race([replied, stopped])
    return reply
  } finally {
    settled.abort()
  }
}

function typeOf({ settings }: QuestionTable): QuestionAgreementBody['type'] {
  return parseQuestionSettings(settings).type
}
