import { Radio, RadioGroup } from 'react-aria-components'
import styles from './Choice.module.css'
import { type Choice, choose } from './RadioGroup.tsx'

interface SegmentedProps<Value extends string> {
  /** Accessible name. */
  label: string
  choices: readonly Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** A segmented control of two to four choices: focus or bulk, light or dark. */
export function Segmented<Value extends string>({ label, choices, value, onChange }: SegmentedProps<Value>) {
  return (
    <RadioGroup
      aria-label={label}
      orientation="horizontal"
      value={value}
      onChange={(next) => choose(choices, next, onChange)}
      className={styles.segments}
    >
      {choices.map((choice) => (
        <Radio key={choice.value} value={choice.value} isDisabled={choice.isDisabled} className={styles.segment}>
          {choice.label}
        </Radio>
      ))}
    </RadioGroup>
  )
}
