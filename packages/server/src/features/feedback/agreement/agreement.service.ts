import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { parseQuestionSettings } from '@postil/contract/feedback/settings/question-settings'
import type { DatasetAgreement, Disagreements, QuestionAgreementBody } from '@postil/contract/feedback/team/agreement'
import type { DisagreementFilter } from '@postil/domain/agreement/disagreements'
import { interpretAgreement, verdictOf } from '@postil/domain/agreement/interpret'
import type { Engine } from '../../../db/engines/engine'
import type { Db, QuestionTable } from '../../../db/tables'
import { keyedMutex } from '../../../workers/keyed-mutex'
import { workerFile, YOUNG_MB } from '../../../workers/worker-file'
import { selectNames } from '../../account/users/select-names'
import { listQuestions } from '../questions/questions.service'
import { findGoldAmong } from '../resolutions/gold.service'
import {
  type SubmittedRow,
  selectAnsweredAfter,
  selectHeadings,
  selectResolved,
  selectSubmitted,
} from './agreement.store'
import type { AgreementMessage, AgreementReply } from './agreement.worker'

/** Records per page; the responses of one page are in memory at the same time. */
const PAGE = 200
/** Submitted answers without which there is nothing to compare. */
const COMPARABLE = 2
/** Maximum number of listed pairs and labels per question. */
const LISTED = 500

/** One dataset at a time, to limit memory; concurrent requests for the same dataset share one result. */
const turn = keyedMutex()
const asked = new Map<string, Promise<DatasetAgreement>>()

/** The agreement of a dataset's submitted answers, computed in a worker thread. */
export function computeAgreement({ heavyDb }: Pick<Engine, 'heavyDb'>, datasetId: string): Promise<DatasetAgreement> {
  const known = asked.get(datasetId)
  if (known) return known
  const computed = turn('agreement', () => compute(heavyDb, datasetId)).finally(() => asked.delete(datasetId))
  asked.set(datasetId, computed)
  return computed
}

async function compute(db: Db, datasetId: string): Promise<DatasetAgreement> {
  const questions = await typedQuestions(db, datasetId)
  const { figures = {} } = await askThread(db, datasetId, questions, 'figures')
  const bodies = questions.map(({ id, name, title, type }): QuestionAgreementBody => {
    const found = figures[name]
    if (!found) throw new Error(`The agreement worker left out the question ${name}.`)
    const { pairs, persons, labels, ...rest } = found
    return {
      id,
      name,
      title,
      type,
      ...rest,
      verdict: verdictOf(found),
      meaning: interpretAgreement(type, found),
      pairs: pairs.slice(0, LISTED).map(({ people, ...pair }) => ({ users: people, ...pair })),
      people_agreement: persons.slice(0, LISTED).map(({ person, ...figures }) => ({ user_id: person, ...figures })),
      labels: labels.slice(0, LISTED),
    }
  })
  const named = bodies.flatMap(({ pairs, people_agreement }) => [
    ...pairs.flatMap(({ users }) => users),
    ...people_agreement.map(({ user_id }) => user_id),
  ])
  const ids = [...new Set(named)]
  return { questions: bodies, users: await selectNames(db, ids) }
}

/** Records whose submitted answers differ, found in a worker thread. */
export function findDisagreements(
  { heavyDb: db }: Pick<Engine, 'heavyDb'>,
  datasetId: string,
  filter: DisagreementFilter,
): Promise<Disagreements> {
  return turn('agreement', async () => {
    const questions = await typedQuestions(db, datasetId)
    const { disagreements } = await askThread(db, datasetId, questions, 'disagreements', filter)
    if (!disagreements) throw new Error('The agreement worker left out the disagreements.')
    const { records, people, ...counts } = disagreements
    const pks = records.map(({ recordPk }) => recordPk)
    const [headings, gold] = await Promise.all([readHeadings(db, pks), findGoldAmong(db, pks)])
    const items = records.flatMap(({ recordPk, questions: differing }) => {
      const heading = headings.get(recordPk)
      // Deleted since it was read.
      if (!heading) return []
      const { id, external_id, text } = heading
      const asked = differing.map(({ isResolved, ...rest }) => ({ ...rest, is_resolved: isResolved }))
      return [{ record_id: id, external_id, text, questions: asked, is_gold: gold.has(recordPk) }]
    })
    return { items, ...counts, users: await selectNames(db, people) }
  })
}

/** The headings of records in lists, by `pk`: their ids and the beginning of their first text. */
export async function readHeadings(
  db: Db,
  pks: readonly number[],
): Promise<Map<number, { id: string; external_id: string | null; text: string }>> {
  const rows = await selectHeadings(db, pks)
  return new Map(rows.map(({ pk, beginning, ...ids }) => [pk, { ...ids, text: firstText(beginning) }]))
}

type TypedQuestion = QuestionTable & { type: QuestionAgreementBody['type'] }

async function typedQuestions(db: Db, datasetId: string): Promise<TypedQuestion[]> {
  const rows = await listQuestions(db, datasetId)
  return rows.map((row) => ({ ...row, type: parseQuestionSettings(row.settings).type }))
}

/** Iterate over the submitted responses to the records that have so many or more, with the keys of these records, some records at a time. */
export async function* submittedByPage(
  db: Db,
  datasetId: string,
  atLeast: number,
  records: number,
): AsyncGenerator<{ pks: number[]; responses: SubmittedRow[] }> {
  for (let page = await selectAnsweredAfter(db, datasetId, atLeast, undefined, records); page.length > 0; ) {
    const pks = page.map(({ pk }) => pk)
    yield { pks, responses: await selectSubmitted(db, pks) }
    page = await selectAnsweredAfter(db, datasetId, atLeast, page.at(-1), records)
  }
}

/** Send the submitted responses to all records that have two or more to a worker thread, and return its result. */
async function askThread(
  db: Db,
  datasetId: string,
  questions: readonly TypedQuestion[],
  end: 'figures' | 'disagreements',
  filter?: DisagreementFilter,
): Promise<AgreementReply> {
  const worker = new Worker(workerFile('agreement'), {
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB.computing },
  })
  worker.unref()
  try {
    await tell(worker, { questions: questions.map(({ name, type }) => ({ name, type })), filter })
    for await (const { pks, responses } of submittedByPage(db, datasetId, COMPARABLE, PAGE)) {
      const resolved = end === 'disagreements' ? await selectResolved(db, pks) : undefined
      await tell(worker, { responses, resolved })
    }
    return await tell(worker, { end })
  } finally {
    await worker.terminate()
  }
}

/** Send one message and wait for its reply. Rejects when the thread fails or stops. */
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

/** Characters of a record's text in the list. */
const SHOWN = 200

/** The first text in a truncated JSON object; an escape that was cut off is left out. */
function firstText(beginning: string): string {
  const [, text = ''] = /:\s*"((?:[^"\\]|\\u[0-9a-f]{4}|\\[^u])*)/i.exec(beginning) ?? []
  const parsed: string = JSON.parse(`"${text}"`)
  return [...parsed].slice(0, SHOWN).join('')
}
