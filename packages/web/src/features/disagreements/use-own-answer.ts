import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Question } from '@postil/contract/feedback/settings/questions'
import type { Resolution } from '@postil/contract/feedback/team/resolutions'
import { answerTo } from '@postil/domain/answers/asked-question'
import { useState, useSyncExternalStore } from 'react'
import type { AnnotationRecord } from '../../api/feedback/record.ts'
import { t } from '../../i18n/areas/team/disagreements.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { reduceForm } from '../feedback/answers/form-state.ts'
import type { OwnDrafts } from './own-drafts.ts'

/** The lead's own answer to a question of a record, while it is edited. */
export type OwnAnswer = ReturnType<typeof useOwnAnswer>

/**
 * Edit one own answer at a time.
 *
 * @param record - undefined while it is loaded
 * @param questions - those that are shown: an answer to another one waits until that is shown again
 */
export function useOwnAnswer(
  record: AnnotationRecord | undefined,
  questions: readonly Question[],
  resolutions: readonly Resolution[],
  drafts: OwnDrafts,
) {
  useSyncExternalStore(drafts.subscribe, drafts.version)
  const [started, setStarted] = useState<string>()
  const decided = (one: Question) =>
    resolutions.find(({ question_id }) => question_id === one.id)?.value as AnswerValue | undefined
  const draftOf = (one: Question) => record && drafts.get(record, one, decided(one))
  const open = questions.filter(draftOf)
  const question = open.find(({ id }) => id === started) ?? open[0]
  const form = question && draftOf(question)
  const change = (value: AnswerValue | undefined, isTyping: boolean, one: Question) => {
    // The drafts are newer than the last render when two changes share it.
    if (record)
      drafts.set(record, one, decided(one), (now) =>
        reduceForm(now, { type: 'changed', question: one.name, value, isTyping }),
      )
  }
  const start = (one: Question, value: AnswerValue | undefined) => {
    setStarted(one.id)
    change(value, false, one)
  }
  return {
    question,
    value: form && answerTo(form.answers, question.name),
    /** Start with a value, or replace the value of the answer that is being edited. */
    start,
    /** An own answer to a question that was started before another decision was made. */
    earlier: (one: Question) => {
      const value = record && drafts.outdated(record, one, decided(one))
      return record && value !== undefined
        ? { value, reopen: () => start(one, value), drop: () => drafts.remove(record, one) }
        : undefined
    },
    change: (value: AnswerValue | undefined, isTyping = false) => question && change(value, isTyping, question),
    undo: () => {
      // The first step is the value that it started with.
      if (record && question)
        drafts.set(record, question, decided(question), (now) =>
          now.past.length > 1 ? reduceForm(now, { type: 'undone' }) : now,
        )
    },
    cancel: () => {
      if (!record || !question) return
      drafts.remove(record, question)
      if (form === undefined || answerTo(form.answers, question.name) === undefined) return
      toasts.notify({
        type: 'info',
        about: 'own-answer',
        message: t('disagreements.cancelled'),
        action: {
          label: t('disagreements.undo'),
          // A newer one stays.
          run: () =>
            drafts.get(record, question, decided(question)) ??
            drafts.set(record, question, decided(question), () => form),
        },
      })
    },
    /** Close it while `save` stores it: it opens again if that fails, unless there is a newer one. */
    send: (one: Question, save: () => Promise<boolean>) => record && drafts.send(record, one, save),
    /** Close it once `save` has stored another decision, unless it was changed since. */
    closeAfter: async (save: () => Promise<boolean>) => {
      if ((await save()) && record && question && form && drafts.get(record, question, decided(question)) === form)
        drafts.remove(record, question)
    },
  }
}
