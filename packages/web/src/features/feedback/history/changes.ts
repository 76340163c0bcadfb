import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Response } from '@postil/contract/feedback/responses'
import type { Question } from '@postil/contract/feedback/settings/questions'
import type { Doubt } from '@postil/contract/feedback/team/doubts'
import type { Answers } from '@postil/domain/answers/asked-question'
import { prefill } from '@postil/domain/answers/prefill'
import { namesById } from '@postil/domain/people/full-name'
import { type AnnotationRecord, type RecordResponse, toResponse } from '../../../api/feedback/record.ts'
import type { History, RecordPart } from '../../../api/feedback/team/history.ts'
import { t } from '../../../i18n/areas/notices.ts'
import type { HistoryEntry } from '../../../record/HistoryList.tsx'
import { answerInWords, answersInWords } from '../answers/answer-words.ts'
import { type Change, restoringFrom } from './restoring.ts'

/** One line of a feedback record's history. */
export interface HistoryLine extends HistoryEntry {
  /** The user's own response after this change, or before it was deleted. */
  own?: RecordResponse | undefined
  /** What can be restored from this line. */
  part?: RecordPart | undefined
}

/** Turn a record's history into sentences. Changes that concern deleted questions are left out. */
export function historyLines(
  { items, users }: History,
  { me, questions, record }: { me: string; questions: readonly Question[]; record: AnnotationRecord },
): HistoryLine[] {
  const names = namesById(users)
  const nameOf = (id: string | null) => names.get(id ?? '') ?? t('history.someone')
  const { partAt, partBefore, isFirst } = restoringFrom(items)
  return items.flatMap((change, index): HistoryLine[] => {
    const who = change.user_id === me ? t('history.you') : nameOf(change.user_id)
    const line = { key: `${change.at} ${index}`, at: change.at, part: partAt(change) }
    const earlier = partBefore(change)
    const about = lineOf(change, who)
    if (!about) return []
    if (!earlier) return [{ ...line, ...about }]
    const before = { key: `${line.key} before`, sentence: t('history.before'), at: undefined, part: earlier }
    return [
      { ...line, ...about },
      { ...before, answers: [], ...stateIn(change, change.before) },
    ]
  })

  function lineOf(
    change: Change,
    who: string,
  ): Pick<HistoryLine, 'sentence' | 'answers' | 'isRemoved' | 'own'> | undefined {
    const { kind, before, after } = change
    if (kind === 'record.assign') return { sentence: assignedSentence(change, who, nameOf), answers: [] }
    if (isOfDoubt(kind)) return doubtLine(change, who)
    if (kind === 'record.delete' || kind === 'record.restore' || isOfGold(kind) || isOfSkip(kind))
      return { sentence: t(`history.${kind}`, { who }), answers: [] }
    if (isOfRecord(kind)) return recordLine(change, who)
    const state = stateIn(change, after ?? before)
    if (!state) return undefined
    const shown = { ...state, isRemoved: after === null }
    if (isOfResponse(kind)) {
      const { user_id, status } = (after ?? before) as Response
      const whose = user_id === me ? t('history.your') : t('history.theirs', { name: nameOf(user_id) })
      const isNew = kind === 'response.create' && isFirst(change)
      const sentence = sentenceOf(after === null ? 'cleared' : status, user_id === change.user_id, isNew)
      return { ...shown, sentence: t(sentence, { who, whose }) }
    }
    const { question_id } = (after ?? before) as { question_id: string }
    const question = questions.find(({ id }) => id === question_id)?.title ?? ''
    return { ...shown, sentence: t(`history.${kind}`, { who, question }) }
  }

  function doubtLine({ before, after }: Change, who: string): Pick<HistoryLine, 'sentence' | 'answers' | 'isRemoved'> {
    const [was, is] = [before, after] as [Doubt | null, Doubt | null]
    const noted = (doubt: Doubt) => ({ title: t('history.doubt.note'), words: doubt.note })
    if (!is) return { sentence: t('history.doubt.delete', { who }), answers: was ? [noted(was)] : [], isRemoved: true }
    if (!was) return { sentence: t('history.doubt.create', { who }), answers: [noted(is)] }
    if (was.note !== is.note) return { sentence: t('history.doubt.update', { who }), answers: [noted(is)] }
    const whose = is.user_id === me ? t('history.yourDoubt') : t('history.theirDoubt', { name: nameOf(is.user_id) })
    const replied = is.reply === null ? [] : [{ title: t('history.doubt.reply'), words: is.reply }]
    return is.resolved_at === null
      ? { sentence: t('history.doubt.reopen', { who, whose }), answers: replied }
      : { sentence: t('history.doubt.settle', { who, whose }), answers: replied }
  }

  /** The words of a part in one state; undefined for a deleted question. */
  function stateIn({ kind }: Change, state: Change['after']): Pick<HistoryLine, 'answers' | 'own'> | undefined {
    if (isOfRecord(kind)) return { answers: metadataWords((state as Described).metadata, {}) }
    if (isOfResponse(kind)) {
      const response = toResponse(state as Response)
      const isMine = (state as Response).user_id === me
      return { answers: wordsOf(questions, response, record), ...(isMine && { own: response }) }
    }
    const { question_id, value } = state as { question_id: string; value: AnswerValue }
    const question = questions.find(({ id }) => id === question_id)
    return (
      question && { answers: [{ title: question.title, words: answerInWords(question, value, record.fields) || '–' }] }
    )
  }
}

/** The answers of an earlier response in the form's format, without those to deleted questions. */
export function earlierAnswers(questions: readonly Question[], { values }: RecordResponse): Answers {
  return prefill(questions, { status: 'submitted', saved: values, suggested: {} })
}

/** Describe a change of the record itself. Of its metadata, only values that are new or different are listed. */
function recordLine({ kind, user_id, before, after }: Change, who: string): Pick<HistoryLine, 'sentence' | 'answers'> {
  if (kind === 'record.create')
    return { sentence: user_id === null ? t('history.record.added') : t('history.record.create', { who }), answers: [] }
  const state = after as Described
  if (state.vectors)
    return { sentence: t('history.record.vectors', { who, names: state.vectors.join(', ') }), answers: [] }
  const { metadata: was } = (before ?? {}) as Described
  return { sentence: t('history.record.metadata', { who }), answers: metadataWords(state.metadata, was) }
}

interface Described {
  vectors?: string[]
  metadata?: Record<string, unknown> | null
}

/** The values of metadata that are new or different, as text. */
function metadataWords(metadata: Described['metadata'], was: Described['metadata']): HistoryLine['answers'] {
  return Object.keys({ ...was, ...metadata }).flatMap((title) => {
    const [one, other] = [was?.[title], metadata?.[title]].map((value) => JSON.stringify(value))
    return one === other ? [] : [{ title, words: other ?? '–' }]
  })
}

/** Names the new assignees or, if there are none, those from whom the record was taken back. */
function assignedSentence({ before, after }: Change, who: string, nameOf: (id: string) => string): string {
  const [was, is] = [before, after].map((state) => (state as { user_ids: string[] }).user_ids)
  const namesOf = (ids: readonly string[] = [], without: readonly string[] = []) =>
    ids.filter((id) => !without.includes(id)).map(nameOf)
  const added = namesOf(is, was)
  return added.length > 0
    ? t('history.record.assign', { who, names: added.join(', ') })
    : t('history.record.takeBack', { who, names: namesOf(was, is).join(', ') })
}

function sentenceOf(did: RecordResponse['status'] | 'cleared', isOwn: boolean, isNew: boolean) {
  if (isOwn) return `history.${did}` as const
  // The first response for another user comes from an import; a later one restores a deleted response.
  return isNew && did !== 'cleared' ? (`history.imported.${did}` as const) : (`history.changed.${did}` as const)
}

function isOfRecord(kind: Change['kind']): kind is 'record.create' | 'record.update' {
  return kind.startsWith('record.')
}

function isOfResponse(kind: Change['kind']): kind is `response.${'create' | 'update' | 'delete'}` {
  return kind.startsWith('response.')
}

function isOfGold(kind: Change['kind']): kind is `gold.${'create' | 'delete'}` {
  return kind.startsWith('gold.')
}

function isOfSkip(kind: Change['kind']): kind is `skip.${'create' | 'delete'}` {
  return kind.startsWith('skip.')
}

function isOfDoubt(kind: Change['kind']): kind is `doubt.${'create' | 'update' | 'delete'}` {
  return kind.startsWith('doubt.')
}

function wordsOf(questions: readonly Question[], { values }: RecordResponse, { fields }: AnnotationRecord) {
  return answersInWords(questions, values, fields).map(({ question: { title }, words }) => ({ title, words }))
}
