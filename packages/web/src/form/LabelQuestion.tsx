import { useMemo, useRef } from 'react'
import { lazy } from '../ui/loading/lazy.tsx'
import styles from './LabelQuestion.module.css'
import { Option } from './Option.tsx'
import { useDigits } from './use-digits.ts'
import { type LabelQuestionProps, optionProps, useLabelChoice } from './use-label-choice.ts'
import { numberOptions } from './visible-options.ts'

/** With at least this many options there is a search box. */
export const FIND_FROM = 5

let noteUse: typeof import('./label-usages.ts').noteUse | undefined
const ManyLabels = lazy(async () => {
  const [many, usages] = await Promise.all([import('./ManyLabels.tsx'), import('./label-usages.ts')])
  noteUse = usages.noteUse
  return many.ManyLabels
})

/** Preload the code for questions with many labels, before the first is shown. */
export async function preloadManyLabels(): Promise<void> {
  await ManyLabels.fetch()
}

/** Count the labels of an answer, to offer frequent ones first. Does nothing unless some question has many labels. */
export function noteLabelUse(owner: string, question: string, labels: readonly string[]): void {
  noteUse?.(owner, question, labels)
}

/**
 * A question with one label or several. Suspends until the code for many labels is loaded, so that the focus moves to
 * a complete form.
 */
export function LabelQuestion(props: LabelQuestionProps) {
  const { choices, limit } = props
  return choices.length < FIND_FROM && choices.length <= limit ? <FewLabels {...props} /> : <ManyLabels {...props} />
}

/** A few options, all shown, each with its number. */
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
