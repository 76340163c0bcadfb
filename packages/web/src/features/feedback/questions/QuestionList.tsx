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

/** The question that keeps the record from being submitted; every try makes another object. */
export interface Missing {
  name: string
}

interface QuestionListProps {
  questions: readonly Question[]
  /** Another key is another form, also of the same record: it begins anew, with the focus in its first question. */
  formKey: string
  record: AnnotationRecord
  form: Pick<FormState, 'answers'>
  /** Questions that show a suggestion nobody has confirmed. */
  unconfirmed?: readonly string[]
  /** Once it was tried to submit the record too early. */
  missing: Missing | undefined
  /** What stands over the questions: notices about this record. */
  notices?: ReactNode
  /**
   * Where the keys go first: into the questions, else to what is read, so that its own keys work. A sheet of questions lies
   * over the page, which stays where it is.
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
  // Before anything is painted: nothing is seen to move.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another form begins at its top
  useLayoutEffect(() => {
    if (!list.current) return
    list.current.scrollTop = 0
    revealChoice(list.current)
  }, [formKey])
  // Together with what is drawn: a key pressed as soon as a record is seen must not go to where the keys were before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another form takes the keys
  useLayoutEffect(() => {
    // Stacked on a small screen the page scrolls as one: a record is read from its beginning.
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

  // Tab leads into the questions from wherever a click left the page without a focus.
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
    // What closes a sheet leads out of it, too.
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

/** Where a new record may take the focus from: the view itself, what is read, the last answers, and a toast whose action showed the record. */
const OWN_PLACES = '[data-record-body], [data-answers], [data-guidelines], main#content, [data-react-aria-top-layer]'

// A reader who types a search, goes through the tabs by keyboard, or is in a dialog stays there.
function isBusyElsewhere(): boolean {
  const active = document.activeElement
  if (!active || active === document.body) return document.querySelector('[data-modal-open]') !== null
  if (active.closest('[data-questions]')) return false
  const isInUse = active.matches('input:not([type=checkbox], [type=radio]), textarea, [role=tab]:focus-visible')
  return isInUse || active.closest(OWN_PLACES) === null
}
