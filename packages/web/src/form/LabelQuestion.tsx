import { useMemo, useRef } from 'react'
import { lazy } from '../ui/lazy.tsx'
import type { AnswerHow } from './answer-how.ts'
import styles from './LabelQuestion.module.css'
import { Option } from './Option.tsx'
import { useDigits } from './use-digits.ts'
import { optionProps, useLabelChoice } from './use-label-choice.ts'
import { type Choice, numberOptions } from './visible-options.ts'

/** From so many options on there is a box to find one. */
export const FIND_FROM = 5
/** Who suggests a label, in words, and how sure they are. */
interface SuggestedLabel {
  words: string
  score: number | undefined
}

export interface LabelQuestionProps {
  /** Of the dataset, and of the question in it: what is unfolded is kept under both. */
  datasetId: string
  name: string
  title: string
  /** The form on the screen: with another one the question begins anew, on the same elements. */
  formKey: string
  choices: readonly Choice[]
  /** Several may be chosen. */
  isMulti: boolean
  /** So many show at first. */
  limit: number
  chosen: readonly string[]
  suggested: ReadonlyMap<string, SuggestedLabel>
  /** @param labels - all that are chosen now, in the order of the choices */
  onAnswer: (labels: readonly string[], how: AnswerHow) => void
}

let noteUse: typeof import('./label-usages.ts').noteUse | undefined
const ManyLabels = lazy(async () => {
  const [many, usages] = await Promise.all([import('./ManyLabels.tsx'), import('./label-usages.ts')])
  noteUse = usages.noteUse
  return many.ManyLabels
})

/** Load what questions with many labels need, before the first is shown. */
export async function preloadManyLabels(): Promise<void> {
  await ManyLabels.fetch()
}

/** Count the labels of an answer: they are offered first from the next form on. Where no question has many labels nothing is counted. */
export function noteLabelUse(owner: string, question: string, labels: readonly string[]): void {
  noteUse?.(owner, question, labels)
}

/** One label, or several. Suspends until what many labels need is there: the focus then goes to a whole form. */
export function LabelQuestion(props: LabelQuestionProps) {
  const { choices, limit } = props
  return choices.length < FIND_FROM && choices.length <= limit ? <FewLabels {...props} /> : <ManyLabels {...props} />
}

/** All of a few options, each with its number. */
function FewLabels(props: LabelQuestionProps) {
  const { title, choices, isMulti } = props
  const options = useMemo(() => numberOptions(choices), [choices])
  const box = useRef<HTMLDivElement>(null)
  const { chosen, toggle, handleToggle, lastWasKey } = useLabelChoice(props, box, ignoreChosen)
  const { handleDigit } = useDigits(
    options.map(({ number }) => number),
    (number, typed) => {
      const option = options[number - 1]
      if (option) toggle(option.value, true, typed)
    },
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its keys choose among the options inside
    <div
      ref={box}
      data-keys="labels"
      className={styles.options}
      {...(isMulti ? {} : { role: 'radiogroup', 'aria-label': title })}
      onPointerDown={() => {
        lastWasKey.current = false
      }}
      onKeyDown={(event) => {
        lastWasKey.current = true
        handleDigit(event)
      }}
    >
      {options.map((option) => (
        <Option
          key={option.value}
          {...optionProps(props, option)}
          keyCap={String(option.number)}
          isChosen={chosen.has(option.value)}
          onToggle={handleToggle}
        />
      ))}
    </div>
  )
}

function ignoreChosen(): void {}
