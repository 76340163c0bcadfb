import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Answers } from '@postil/domain/answers/asked-question'

/** The answers to one record while they are edited. */
export interface FormState {
  answers: Answers
  /** The initial or last saved answers; the form is modified if its answers differ from them. */
  baseline: Answers
  /** Names of the questions answered in this form, even with the value they had before: that confirms a suggestion. */
  touched: ReadonlySet<string>
  past: readonly Step[]
  future: readonly Step[]
}

interface Step {
  answers: Answers
  question: string
  /** The step was made by typing: further typing in the same question is added to it. */
  isTyping: boolean
}

export type FormEvent =
  | { type: 'changed'; question: string; value: AnswerValue | undefined; isTyping?: boolean }
  | { type: 'undone' }
  | { type: 'redone' }
  /** Replace several answers at once, as when suggestions are accepted. */
  | { type: 'replaced'; answers: Answers }
  /** Saved as a draft: the current answers become the baseline. */
  | { type: 'settled' }
  /** Submitted or discarded: likewise (spec section 4), and no step is left, so that undo takes back the answer. */
  | { type: 'finished' }
  | { type: 'cleared' }

const MAX_STEPS = 200

/**
 * The initial state of a form.
 *
 * @param edited - the user's unsaved edits of an earlier visit, or the answers of a refused response
 */
export function openForm(baseline: Answers, edited?: Answers): FormState {
  return { answers: edited ?? baseline, baseline, touched: new Set(), past: [], future: [] }
}

/** The state after one event. */
export function reduceForm(state: FormState, event: FormEvent): FormState {
  switch (event.type) {
    case 'changed':
      return change(
        state,
        event.question,
        withAnswer(state.answers, event.question, event.value),
        [event.question],
        event.isTyping ?? false,
      )
    case 'replaced':
      return change(state, '', event.answers, Object.keys(event.answers), false)
    case 'settled':
      return { ...state, baseline: state.answers }
    case 'finished':
      return openForm(state.answers)
    case 'cleared':
      return openForm({})
    case 'undone': {
      const step = state.past.at(-1)
      if (!step) return state
      const redo = { ...step, answers: state.answers }
      return { ...state, answers: step.answers, past: state.past.slice(0, -1), future: [...state.future, redo] }
    }
    case 'redone': {
      const step = state.future.at(-1)
      if (!step) return state
      const undo = { ...step, answers: state.answers }
      return { ...state, answers: step.answers, past: [...state.past, undo], future: state.future.slice(0, -1) }
    }
  }
}

function change(
  state: FormState,
  question: string,
  answers: Answers,
  touched: readonly string[],
  isTyping: boolean,
): FormState {
  const last = state.past.at(-1)
  const goesOn = isTyping && last?.isTyping === true && last.question === question && state.future.length === 0
  const past = goesOn ? state.past : [...state.past, { answers: state.answers, question, isTyping }].slice(-MAX_STEPS)
  return { ...state, answers, touched: new Set([...state.touched, ...touched]), past, future: [] }
}

/** The answers with one of them replaced, or removed if the value is undefined. */
function withAnswer(answers: Answers, question: string, value: AnswerValue | undefined): Answers {
  const others = Object.entries(answers).filter(([name]) => name !== question)
  return Object.fromEntries(value === undefined ? others : [...others, [question, value]])
}

/** Whether the answers differ from the initial or last saved ones. */
export function isModified({ answers, baseline }: FormState): boolean {
  return !sameAnswers(answers, baseline)
}

/** Whether two sets of answers are equal, regardless of the order of questions. */
export function sameAnswers(one: Answers, other: Answers): boolean {
  if (one === other) return true
  const names = Object.keys(one)
  if (names.length !== Object.keys(other).length) return false
  return names.every((name) => Object.hasOwn(other, name) && JSON.stringify(one[name]) === JSON.stringify(other[name]))
}
