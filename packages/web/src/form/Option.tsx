import { Sparkle } from 'lucide-react'
import { memo } from 'react'
import { breakable } from '../ui/breakable.tsx'
import { Icon } from '../ui/Icon.tsx'
import type { Prospect } from './digits.ts'
import styles from './Option.module.css'

interface OptionProps {
  text: string
  /** Typed to choose it. */
  number: number
  shape: 'round' | 'square'
  isChosen: boolean
  /** Its number is being typed, or begins like what is. */
  prospect?: Prospect
  /** Who suggests it, in words; absent when nobody does. */
  suggestedBy: string | undefined
  description?: string | null
  value: string
  onToggle: (value: string) => void
}

/**
 * One option of a label question. Suggested is a sparkle and a dashed line, chosen is filled, chosen and suggested is
 * filled with a sparkle. Below it is a real checkbox.
 */
export const Option = memo(function Option(props: OptionProps) {
  const { text, number, shape, isChosen, prospect, suggestedBy, description, value, onToggle } = props
  const title = [text, description, suggestedBy].filter(Boolean).join('\n')
  return (
    <label
      className={styles.option}
      data-shape={shape}
      data-suggested={suggestedBy ? true : undefined}
      data-prospect={prospect}
      title={title}
    >
      <input
        type="checkbox"
        className={styles.input}
        data-option={value}
        checked={isChosen}
        onChange={() => onToggle(value)}
        aria-keyshortcuts={String(number)}
      />
      <span className={styles.key} aria-hidden="true">
        {number}
      </span>
      <span className={styles.words}>{breakable(text)}</span>
      {suggestedBy && (
        <span className={styles.sparkle}>
          <Icon icon={Sparkle} size={14} />
          <span className="visuallyHidden">, {suggestedBy}</span>
        </span>
      )}
    </label>
  )
})
