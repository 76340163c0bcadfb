import { Sparkle } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { prospectOf } from '../../../form/digits.ts'
import optionStyles from '../../../form/Option.module.css'
import { numberHow, type TypedNumber, useDigits } from '../../../form/use-digits.ts'
import { Icon } from '../../../ui/display/Icon.tsx'
import { suggestionWords } from '../answers/suggestion.ts'
import type { QuestionProps } from './question-props.ts'
import styles from './RatingQuestion.module.css'

/** A rating on a scale. Digits choose by value; choosing the current value again clears it. */
export function RatingQuestion({ question, value, suggestion, isUnconfirmed, onAnswer }: QuestionProps<'rating'>) {
  const values = question.settings.options.map((option) => option.value)
  const lastWasKey = useRef(false)

  const choose = (rating: number, byKey: boolean, typed?: TypedNumber) => {
    // Choosing the prefilled value confirms it.
    const isOff = rating === value && !isUnconfirmed
    onAnswer(isOff ? undefined : rating, { byKey, isFinal: !isOff, ...numberHow(typed) })
  }
  const { handleDigit, waiting } = useDigits(values, (rating, typed) => choose(rating, true, typed))
  const handleKey = (event: KeyboardEvent) => {
    lastWasKey.current = true
    handleDigit(event)
  }

  return (
    <div
      role="radiogroup"
      aria-label={question.title}
      className={styles.capsule}
      data-keys="rating"
      onKeyDown={handleKey}
      onPointerDown={() => {
        lastWasKey.current = false
      }}
    >
      {values.map((rating, index) => {
        const isSuggested = suggestion?.value === rating
        return (
          <label
            key={rating}
            className={styles.value}
            data-suggested={isSuggested || undefined}
            data-prospect={prospectOf(waiting, rating)}
          >
            <input
              // Radio buttons without a name are separate Tab stops. A click on the selected one deselects it;
              // browsers fire no change event for that.
              type="radio"
              className={optionStyles.input}
              data-option={rating}
              checked={rating === value}
              onClick={() => choose(rating, lastWasKey.current)}
              onChange={() => undefined}
              aria-keyshortcuts={String(rating)}
              aria-posinset={index + 1}
              aria-setsize={values.length}
            />
            {rating}
            {isSuggested && suggestion && (
              <span className={styles.sparkle} title={suggestionWords(suggestion)}>
                <Icon icon={Sparkle} size={10} />
                <span className="visuallyHidden">, {suggestionWords(suggestion)}</span>
              </span>
            )}
          </label>
        )
      })}
    </div>
  )
}
