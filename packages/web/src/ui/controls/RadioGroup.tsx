import type { ReactNode } from 'react'
import { RadioGroup as AriaRadioGroup, Radio } from 'react-aria-components'
import styles from './Choice.module.css'
import { FieldLabel } from './FieldLabel.tsx'
import { FieldNotes } from './FieldNotes.tsx'

/** One of the choices of a group. */
export interface Choice<Value extends string> {
  value: Value
  label: ReactNode
  isDisabled?: boolean
}

interface RadioGroupProps<Value extends string> {
  label: ReactNode
  choices: readonly Choice<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  need?: 'required' | 'optional'
  description?: ReactNode
  error?: string
  isDisabled?: boolean
}

/** A choice of one out of a few, all visible. */
export function RadioGroup<Value extends string>({
  label,
  choices,
  onChange,
  need,
  description,
  error,
  ...rest
}: RadioGroupProps<Value>) {
  return (
    <AriaRadioGroup
      {...rest}
      className={styles.group}
      isInvalid={error !== undefined}
      onChange={(value) => choose(choices, value, onChange)}
    >
      <FieldLabel need={need}>{label}</FieldLabel>
      <div className={styles.options}>
        {choices.map((choice) => (
          <Radio key={choice.value} value={choice.value} isDisabled={choice.isDisabled} className={styles.choice}>
            <span className={styles.dot} aria-hidden="true" />
            {choice.label}
          </Radio>
        ))}
      </div>
      <FieldNotes description={description} error={error} />
    </AriaRadioGroup>
  )
}

/** Pass on the chosen value in its own type. */
export function choose<Value extends string>(
  choices: readonly Choice<Value>[],
  value: string,
  onChange: (value: Value) => void,
): void {
  const chosen = choices.find((choice) => choice.value === value)
  if (chosen) onChange(chosen.value)
}
