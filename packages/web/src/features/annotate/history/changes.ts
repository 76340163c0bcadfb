import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Response } from '@postil/contract/feedback/responses'
import type { Question } from '@postil/contract/feedback/settings/questions'
import type { Answers } from '@postil/domain/answers/asked-question'
import { prefill } from '@postil/domain/answers/prefill'
import type { History } from '../../../api/feedback/history.ts'
import { type AnnotationRecord, type RecordResponse, toResponse } from '../../../api/feedback/record.ts'
import { t } from '../../../i18n/areas/notices.ts'
import { answerInWords, answersInWords } from '../../feedback/answers/answer-words.ts'

type Change = History['items'][number]

/** One line of a record's history. */
export interface HistoryLine {
  key: string
  sentence: string
  at: string
  /** The answers it is about, in words. */
  answers: readonly { title: string; words: string }[]
  /** The response that changed. */
  response?: {
    id: string
    isMine: boolean
    /** Its state after this change; undefined when it was deleted. */
    after: RecordResponse | undefined
  }
}

/** The history of a record in sentences; of a question that is gone, nothing is said. */
export function historyLines(
  { items, users }: History,
  { me, questions, record }: { me: string; questions: readonly Question[]; record: AnnotationRecord },
): HistoryLine[] {
  const nameOf = (id: string | null) => users.find((user) => user.id === id)?.username ?? t('history.someone')
  return items.flatMap((change, index): HistoryLine[] => {
    const line = { key: `${change.at} ${index}`, at: change.at }
    const who = change.user_id === me ? t('history.you') : nameOf(change.user_id)
    if (isOfRecord(change.kind)) return [{ ...line, ...recordLine(change, who) }]
    if (isOfResponse(change.kind)) {
      const state = (change.after ?? change.before) as Response
      const isMine = state.user_id === me
      const isOwn = state.user_id === change.user_id
      const whose = isMine ? t('history.your') : t('history.theirs', { name: nameOf(state.user_id) })
      const after = change.after === null ? undefined : toResponse(state)
      const did = after?.status ?? 'cleared'
      return [
        {
          ...line,
          sentence: t(sentenceOf(did, isOwn, change.kind), { who, whose }),
          answers: after ? wordsOf(questions, after, record) : [],
          response: { id: state.id, isMine, after },
        },
      ]
    }
    const state = (change.after ?? change.before) as { question_id: string; value: AnswerValue }
    const question = questions.find(({ id }) => id === state.question_id)
    if (!question) return []
    const { title } = question
    const words = answerInWords(question, state.value, record.fields) || '–'
    const answers = change.after === null ? [] : [{ title, words }]
    return [{ ...line, sentence: t(`history.${change.kind}`, { who, question: title }), answers }]
  })
}

/** The answers of an earlier response as a form holds them; of questions that are gone, none. */
export function earlierAnswers(questions: readonly Question[], { values }: RecordResponse): Answers {
  return prefill(questions, { status: 'submitted', saved: values, suggested: {} })
}

/** What happened to the record itself. Values of metadata are shown where they are new or other than before. */
function recordLine({ kind, user_id, before, after }: Change, who: string): Pick<HistoryLine, 'sentence' | 'answers'> {
  if (kind === 'record.create')
    return { sentence: user_id === null ? t('history.record.added') : t('history.record.create', { who }), answers: [] }
  const state = after as { vectors?: string[]; metadata?: Record<string, unknown> | null }
  if (state.vectors)
    return { sentence: t('history.record.vectors', { who, names: state.vectors.join(', ') }), answers: [] }
  const { metadata: was } = (before ?? {}) as typeof state
  const names = Object.keys({ ...was, ...state.metadata })
  const answers = names.flatMap((title) => {
    const [one, other] = [was?.[title], state.metadata?.[title]].map((value) => JSON.stringify(value))
    return one === other ? [] : [{ title, words: other ?? '–' }]
  })
  return { sentence: t('history.record.metadata', { who }), answers }
}

function sentenceOf(did: RecordResponse['status'] | 'cleared', isOwn: boolean, kind: Change['kind']) {
  if (isOwn) return `history.${did}` as const
  // Only an import gives a first answer in somebody's name.
  return kind === 'response.create' && did !== 'cleared'
    ? (`history.imported.${did}` as const)
    : (`history.changed.${did}` as const)
}

function isOfRecord(kind: Change['kind']): kind is 'record.create' | 'record.update' {
  return kind.startsWith('record.')
}

function isOfResponse(kind: Change['kind']): kind is `response.${'create' | 'update' | 'delete'}` {
  return kind.startsWith('response.')
}

function wordsOf(questions: readonly Question[], { values }: RecordResponse, { fields }: AnnotationRecord) {
  return answersInWords(questions, values, fields).map(({ question: { title }, words }) => ({ title, words }))
}
