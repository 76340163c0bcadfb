import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Question } from '@postil/contract/feedback/settings/questions'
import { answerTo } from '@postil/domain/answers/asked-question'
import { useState } from 'react'
import { type FormState, openForm, reduceForm } from '../feedback/answers/form-state.ts'

/** A lead's own answer to one question of a record, not yet saved. */
export interface OwnDraft {
  question: Question
  form: FormState
}

/** The lead's own answer to a question of a record, while it is edited. */
export type OwnAnswer = ReturnType<typeof useOwnAnswer>

/**
 * Edit one own answer at a time.
 *
 * @param drafts - the unsaved answer of each record: it is kept while other records are shown
 */
export function useOwnAnswer(recordId: string, drafts: Map<string, OwnDraft>) {
  const [draft, setDraft] = useState(() => drafts.get(recordId))
  const keep = (next: OwnDraft | undefined) => {
    if (next) drafts.set(recordId, next)
    else drafts.delete(recordId)
    setDraft(next)
  }
  return {
    question: draft?.question,
    value: draft && answerTo(draft.form.answers, draft.question.name),
    /** Start with a value, or replace the value of the answer that is being edited. */
    start: (question: Question, value: AnswerValue | undefined) => {
      // The map is newer than the state when two changes share a render.
      const form = drafts.get(recordId)?.form ?? openForm({})
      keep({ question, form: reduceForm(form, { type: 'changed', question: question.name, value }) })
    },
    change: (value: AnswerValue | undefined, isTyping = false) => {
      const now = drafts.get(recordId)
      if (!now) return
      const form = reduceForm(now.form, { type: 'changed', question: now.question.name, value, isTyping })
      keep({ ...now, form })
    },
    undo: () => {
      const now = drafts.get(recordId)
      // The first step is the value that it started with.
      if (now && now.form.past.length > 1) keep({ ...now, form: reduceForm(now.form, { type: 'undone' }) })
    },
    close: () => keep(undefined),
  }
}
