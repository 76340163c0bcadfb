import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Answers } from '@postil/domain/answers/asked-question'

/** The answers of one record while they are edited. */
export interface FormState {
  answers: Answers
  /** What they began with, or what was last saved: modified means different from it. */
  baseline: Answers
  /** Questions that were answered here, also with what was there before: a suggestion in one of them is confirmed. */
  touched: ReadonlySet<string>
  past: readonly Step[]
  future: readonly Step[]
}

interface Step {
  answers: Answers
  question: string
  /** Typing goes on in the same step. */
  isTyping: boolean
}

export type FormEvent =
  | { type: 'changed'; question: string; value: AnswerValue | undefined; isTyping?: boolean }
  | { type: 'undone' }
  | { type: 'redone' }
  /** Other answers altogether: accepted suggestions, dropped edits. */
  | { type: 'replaced'; answers: Answers }
  /** Submitted, discarded or saved as a draft: this is what they are now (spec section 4). */
  | { type: 'settled' }
  | { type: 'cleared' }

const MAX_STEPS = 200

/** A form that shows these answers. @param edited - what the user had made of them before, if anything */
export function openForm(baseline: Answers, edited?: Answers): FormState {
  return { answers: edited ?? baseline, baseline, touched: new Set(), past: [], future: [] }
}

/** The form after one event. */
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

/** Answers with one of them changed; undefined takes it out. */
function withAnswer(answers: Answers, question: string, value: AnswerValue | undefined): Answers {
  const others = Object.entries(answers).filter(([name]) => name !== question)
  return Object.fromEntries(value === undefined ? others : [...others, [question, value]])
}

/** Whether the user has changed something since it was shown or saved. */
export function isModified({ answers, baseline }: FormState): boolean {
  return !sameAnswers(answers, baseline)
}

/** Whether two sets of answers say the same, whatever the order of their questions. */
export function sameAnswers(one: Answers, other: Answers): boolean {
  if (one === other) return true
  const names = Object.keys(one)
  if (names.length !== Object.keys(other).length) return false
  return names.every((name) => Object.hasOwn(other, name) && JSON.stringify(one[name]) === JSON.stringify(other[name]))
}
