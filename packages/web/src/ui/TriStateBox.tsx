import type { ReactNode } from 'react'
import styles from './TriStateBox.module.css'

interface TriStateBoxProps {
  /** Its name for screen readers. */
  label: string
  /** How many of what it stands for are chosen. */
  state: 'none' | 'some' | 'all'
  isDisabled?: boolean
  onToggle: () => void
  /** Of what is pressed together with the box. */
  className?: string | undefined
  /** Shown beside the box. */
  children?: ReactNode
}

/** A checkbox for many things at once; it shows a dash when only some of them are chosen. */
export function TriStateBox({ label, state, isDisabled, onToggle, className, children }: TriStateBoxProps) {
  return (
    <label className={className}>
      <input
        type="checkbox"
        className={styles.box}
        ref={(box) => {
          if (box) box.indeterminate = state === 'some'
        }}
        aria-label={label}
        checked={state === 'all'}
        disabled={isDisabled}
        onChange={onToggle}
      />
      {children}
    </label>
  )
}
