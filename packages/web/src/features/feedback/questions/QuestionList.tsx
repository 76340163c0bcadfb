import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Question } from '@postil/contract/feedback/settings/questions'
import { answerTo } from '@postil/domain/answers/asked-question'
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import type { AnnotationRecord } from '../../../api/feedback/record.ts'
import type { AnswerHow } from '../../../form/answer-how.ts'
import { focusQuestion, moveQuestionFocus, questionElements, revealChoice } from '../../../form/focus.ts'
import { focusRecord } from '../../../record/focus-record.ts'
import { useStableCallback } from '../../../ui/browser/use-stable-callback.ts'
import { isStacked } from '../../../ui/overlays/stacked.ts'
import type { FormState } from '../answers/form-state.ts'
import { isOpen } from '../answers/rules.ts'
import styles from './QuestionList.module.css'
import { QuestionView } from './QuestionView.tsx'

/**
 * The question that prevented the last submission. A new object per attempt, so that each attempt moves the focus to
 * it.
 */
export interface Missing {
  name: string
}

interface QuestionListProps {
  questions: readonly Question[]
  /**
   * Changes with each new form, also for the same record: the list then scrolls to its top, and the first question
   * gets the focus.
   */
  formKey: string
  record: AnnotationRecord
  form: Pick<FormState, 'answers'>
  /** Names of the questions that show an unconfirmed suggestion. */
  unconfirmed?: readonly string[]
  /** Set after an attempt to submit an incomplete form. */
  missing: Missing | undefined
  /** Shown above the questions: notices about this record. */
  notices?: ReactNode
  /**
   * What gets the focus first: the first question, or the record, so that its own keys work. A sheet with questions
   * covers the page, which must not scroll.
   */
  startsIn?: 'questions' | 'records' | 'sheet'
  onAnswer: (question: Question, value: AnswerValue | undefined, how?: AnswerHow) => void
}

/** The questions about a record. */
export function QuestionList(props: QuestionListProps) {
  const {
    questions,
    formKey,
    record,
    form,
    unconfirmed = [],
    missing,
    notices,
    startsIn = 'questions',
    onAnswer,
  } = props
  const isSheet = startsIn === 'sheet'
  const list = useRef<HTMLDivElement>(null)
  // Before paint, so that no movement is visible.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another form begins at its top
  useLayoutEffect(() => {
    if (!list.current) return
    list.current.scrollTop = 0
    revealChoice(list.current)
  }, [formKey])
  // A layout effect: a key pressed as soon as the record is visible must not go to the element that had the focus
  // before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another form takes the focus
  useLayoutEffect(() => {
    // In the stacked layout the page scrolls as a whole: show the start of the record.
    if (isStacked() && !isSheet) window.scrollTo({ top: 0 })
    if (isBusyElsewhere() && !isSheet) return
    if (startsIn === 'records') focusRecord()
    else focusQuestion(questionElements()[0], false)
  }, [formKey, startsIn, isSheet])

  useEffect(() => {
    if (missing === undefined) return
    const element = questionElements().find((one) => one.dataset.question === missing.name)
    focusQuestion(element)
    element?.scrollIntoView?.({ block: 'nearest' })
  }, [missing])

  // If a click left the page without a focused element, Tab focuses the first question.
  useEffect(() => {
    const handleTab = (event: globalThis.KeyboardEvent) => {
      const isLost = document.activeElement === document.body || document.activeElement?.id === 'content'
      if (event.key !== 'Tab' || event.shiftKey || event.defaultPrevented || !isLost) return
      event.preventDefault()
      focusQuestion(questionElements()[0])
    }
    window.addEventListener('keydown', handleTab)
    return () => window.removeEventListener('keydown', handleTab)
  }, [])

  const answer = useStableCallback((question: Question, value: AnswerValue | undefined, how?: AnswerHow) => {
    onAnswer(question, value, how)
    if (how?.isFinal && how.byKey) moveQuestionFocus(1)
  })

  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    // In a sheet, the handler that closes it also moves the focus out of it.
    if (event.key !== 'Escape' || event.defaultPrevented || isSheet) return
    focusRecord()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the questions
    <div ref={list} className={styles.list} data-questions data-keys="questions" onKeyDown={handleKey}>
      {notices}
      {questions.map((question) => (
        <QuestionView
          key={question.id}
          question={question}
          formKey={formKey}
          value={answerTo(form.answers, question.name)}
          suggestion={record.suggestions.find(({ questionId }) => questionId === question.id)}
          isUnconfirmed={unconfirmed.includes(question.name)}
          text={fieldTextOf(question, record)}
          isMissing={missing?.name === question.name && isOpen(question, answerTo(form.answers, question.name))}
          onAnswer={answer}
        />
      ))}
    </div>
  )
}

function fieldTextOf({ settings }: Question, record: AnnotationRecord): string | undefined {
  return settings.type === 'span' ? (record.fields[settings.field] ?? undefined) : undefined
}

/**
 * Elements from which a new record may take the focus: the view itself, record and guidelines, the recent answers,
 * and a toast whose action showed the record.
 */
const OWN_PLACES = '[data-record-body], [data-answers], [data-guidelines], main#content, [data-react-aria-top-layer]'

// Whether the user is busy elsewhere, such as in the search box, a dialog, or the tabs by keyboard: the focus then
// stays there.
function isBusyElsewhere(): boolean {
  const active = document.activeElement
  if (!active || active === document.body) return document.querySelector('[data-modal-open]') !== null
  if (active.closest('[data-questions]')) return false
  const isInUse = active.matches('input:not([type=checkbox], [type=radio]), textarea, [role=tab]:focus-visible')
  return isInUse || active.closest(OWN_PLACES) === null
}
