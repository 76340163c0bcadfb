import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Response } from '@postil/contract/feedback/responses'
import type { Question } from '@postil/contract/feedback/settings/questions'
import type { Answers } from '@postil/domain/answers/asked-question'
import { prefill } from '@postil/domain/answers/prefill'
import { type AnnotationRecord, type RecordResponse, toResponse } from '../../../api/feedback/record.ts'
import type { History } from '../../../api/feedback/team/history.ts'
import { t } from '../../../i18n/areas/notices.ts'
import { answerInWords, answersInWords } from '../../feedback/answers/answer-words.ts'

type Change = History['items'][number]

/** One line of a record's history. */
export interface HistoryLine {
  key: string
  sentence: string
  at: string
  /** The answers in this change, as text. */
  answers: readonly { title: string; words: string }[]
  /** The response that changed; absent for changes of the record, suggestions and decisions. */
  response?: {
    id: string
    isMine: boolean
    /** The response after this change; undefined if it was deleted. */
    after: RecordResponse | undefined
  }
}

/** Turn a record's history into sentences. Changes that concern deleted questions are left out. */
export function historyLines(
  { items, users }: History,
  { me, questions, record }: { me: string; questions: readonly Question[]; record: AnnotationRecord },
): HistoryLine[] {
  const nameOf = (id: string | null) => users.find((user) => user.id === id)?.username ?? t('history.someone')
  return items.flatMap((change, index): HistoryLine[] => {
    const line = { key: `${change.at} ${index}`, at: change.at }
    const who = change.user_id === me ? t('history.you') : nameOf(change.user_id)
    if (change.kind === 'record.assign')
      return [{ ...line, sentence: assignedSentence(change, who, nameOf), answers: [] }]
    if (change.kind === 'gold.create' || change.kind === 'gold.delete')
      return [{ ...line, sentence: t(`history.${change.kind}`, { who }), answers: [] }]
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

/** The answers of an earlier response in the form's format, without those to deleted questions. */
export function earlierAnswers(questions: readonly Question[], { values }: RecordResponse): Answers {
  return prefill(questions, { status: 'submitted', saved: values, suggested: {} })
}

/** Describe a change of the record itself. Of its metadata, only values that are new or different are listed. */
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

/** Who got the record, or, when nobody new did, from whom it was taken back. */
function assignedSentence({ before, after }: Change, who: string, nameOf: (id: string) => string): string {
  const [was, is] = [before, after].map((state) => (state as { user_ids: string[] }).user_ids)
  const namesOf = (ids: readonly string[] = [], without: readonly string[] = []) =>
    ids.filter((id) => !without.includes(id)).map(nameOf)
  const added = namesOf(is, was)
  return added.length > 0
    ? t('history.record.assign', { who, names: added.join(', ') })
    : t('history.record.takeBack', { who, names: namesOf(was, is).join(', ') })
}

function sentenceOf(did: RecordResponse['status'] | 'cleared', isOwn: boolean, kind: Change['kind']) {
  if (isOwn) return `history.${did}` as const
  // A response created for another user always comes from an import.
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
