import { Sparkle } from 'lucide-react'
import { type CSSProperties, memo } from 'react'
import { formatNumber } from '../i18n/index.ts'
import { breakable } from '../ui/display/breakable.tsx'
import { Icon } from '../ui/display/Icon.tsx'
import styles from './Option.module.css'

interface OptionProps {
  text: string
  /** The number that selects it; null when it has no key. */
  keyCap: string | null
  /** Only one option can be chosen. */
  isOnly: boolean
  /** Its position among all options, from 1, and their number; hidden options count, too. */
  place: number
  count: number
  isChosen: boolean
  /** The agent that suggests it, as text; absent when none does. */
  suggestedBy: string | undefined
  /** Score of the suggestion, from 0 to 1. */
  score: number | undefined
  description?: string | null
  value: string
  onToggle: (value: string) => void
}

/**
 * One option of a label question. Suggested is a sparkle and a dashed line, chosen is filled, chosen and suggested is
 * filled with a sparkle. Below it is a real radio button or checkbox.
 */
export const Option = memo(function Option(props: OptionProps) {
  const { text, keyCap, isOnly, place, count, isChosen, suggestedBy, score, description, value, onToggle } = props
  const title = [text, description, suggestedBy].filter(Boolean).join('\n')
  return (
    <label
      className={styles.option}
      data-shape={isOnly ? 'round' : 'square'}
      data-suggested={suggestedBy ? true : undefined}
      style={suggestedBy ? ({ '--score': `${(score ?? 0.5) * 100}%` } as CSSProperties) : undefined}
      title={title}
    >
      <input
        // Radio buttons without a name are separate Tab stops, and the arrow keys stay free to move between questions.
        type={isOnly ? 'radio' : 'checkbox'}
        className={styles.input}
        data-option={value}
        checked={isChosen}
        // A click on the selected radio button deselects it; browsers fire no change event for that.
        onClick={() => onToggle(value)}
        onChange={ignoreChange}
        aria-keyshortcuts={keyCap ?? undefined}
        {...(isOnly ? { 'aria-posinset': place, 'aria-setsize': count } : {})}
      />
      {keyCap !== null && (
        <span className={styles.key} aria-hidden="true">
          {keyCap}
        </span>
      )}
      <span className={styles.words}>{breakable(text)}</span>
      {suggestedBy && (
        <span className={styles.sparkle}>
          <Icon icon={Sparkle} size={14} />
          {score !== undefined && (
            <span className={styles.score} aria-hidden="true">
              {formatNumber(score, { style: 'percent' })}
            </span>
          )}
          <span className="visuallyHidden">, {suggestedBy}</span>
        </span>
      )}
    </label>
  )
})

function ignoreChange(): void {}
