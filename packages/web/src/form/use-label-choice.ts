import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react'
import type { AnswerHow } from './answer-how.ts'
import { numberHow, type TypedNumber } from './use-digits.ts'
import type { Choice, NumberedOption } from './visible-options.ts'

/** The agent that suggests a label, and its score. */
interface SuggestedLabel {
  words: string
  score: number | undefined
}

export interface LabelQuestionProps {
  /** Ids of the dataset and of its question: the key under which "show all" is remembered. */
  datasetId: string
  name: string
  title: string
  /**
   * Identifies the form on the screen: for another form the question resets its state but keeps its elements. What
   * precedes a slash identifies the record, for which the options keep their keys.
   */
  formKey: string
  choices: readonly Choice[]
  /** Several labels may be selected. */
  isMulti: boolean
  /** Number of options shown before the list is expanded. */
  limit: number
  chosen: readonly string[]
  suggested: ReadonlyMap<string, SuggestedLabel>
  /** What is chosen is the suggestion, which the user has not chosen yet. */
  isUnconfirmed?: boolean
  /** @param labels - all selected labels, in the order of the choices */
  onAnswer: (labels: readonly string[], how: AnswerHow) => void
}

/**
 * Choosing among the options of a label question.
 *
 * @param box - the element that contains the options
 * @param onChosen - called when an option is selected, not when one is deselected
 */
export function useLabelChoice(
  { formKey, choices, isMulti, suggested, isUnconfirmed, onAnswer, ...props }: LabelQuestionProps,
  box: RefObject<HTMLElement | null>,
  onChosen: () => void,
) {
  const chosen = useMemo(() => new Set(props.chosen), [props.chosen])
  const touchedForm = useRef<string>(undefined)
  // A deselected option of the folded part disappears: keep the focus in the question, on its selected option.
  const hadFocus = useRef(false)
  useEffect(() => {
    if (!hadFocus.current) return
    hadFocus.current = false
    if (document.activeElement !== document.body) return
    const stops = optionInputs(box.current)
    const stop = stops.find(({ checked }) => checked) ?? stops[0]
    stop?.focus()
  })
  const latest = useRef({ chosen, onAnswer, suggested, isUnconfirmed, formKey, onChosen })
  useEffect(() => {
    latest.current = { chosen, onAnswer, suggested, isUnconfirmed, formKey, onChosen }
  })

  const toggle = useCallback(
    (label: string, byKey: boolean, typed?: TypedNumber, isFound = false) => {
      const {
        chosen: before,
        onAnswer: tell,
        suggested: proposed,
        isUnconfirmed: isOnlyFilledIn,
        formKey: form,
      } = latest.current
      // A suggestion that is only filled in is confirmed, not taken away. So is, by its first key in this form, a saved answer.
      const mayConfirm = proposed.has(label) || typed !== undefined
      const isYes = isFound || (!isMulti && mayConfirm && (isOnlyFilledIn || (byKey && touchedForm.current !== form)))
      touchedForm.current = form
      hadFocus.current = box.current?.contains(document.activeElement) === true
      const isOff = before.has(label) && !isYes
      if (isMulti) {
        const labels = choices.map((choice) => choice.value)
        const next = labels.filter((one) => (one === label ? !isOff : before.has(one)))
        tell(next, { byKey })
      } else tell(isOff ? [] : [label], { byKey, isFinal: !isOff, ...numberHow(typed) })
      if (!isOff) latest.current.onChosen()
    },
    [isMulti, choices, box],
  )
  // Space on a focused option also counts as a key; a click on the label is a pointer click.
  const lastWasKey = useRef(false)
  const handleToggle = useCallback((label: string) => toggle(label, lastWasKey.current), [toggle])

  return { chosen, toggle, handleToggle, lastWasKey }
}

/** The props of an option that do not depend on the selection. */
export function optionProps({ choices, isMulti, suggested }: LabelQuestionProps, option: NumberedOption) {
  const { value, text, description, number } = option
  const by = suggested.get(value)
  return {
    value,
    text,
    description: description ?? null,
    isOnly: !isMulti,
    place: number,
    count: choices.length,
    suggestedBy: by?.words,
    score: by?.score,
  }
}

/** The option inputs that can get the focus. */
export function optionInputs(box: HTMLElement | null): HTMLInputElement[] {
  return [...(box?.querySelectorAll<HTMLInputElement>('[data-option]') ?? [])]
}
