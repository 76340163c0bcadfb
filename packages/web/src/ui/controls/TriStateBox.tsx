import type { ReactNode } from 'react'

interface TriStateBoxProps {
  /** Accessible name. */
  label: string
  /** How many of the items are selected. */
  state: 'none' | 'some' | 'all'
  isDisabled?: boolean
  onToggle: () => void
  /** Class of the label around the checkbox. */
  className?: string | undefined
  /** Shown beside the box. */
  children?: ReactNode
}

/** A checkbox for many items at once; it shows a dash when only some are selected. */
export function TriStateBox({ label, state, isDisabled, onToggle, className, children }: TriStateBoxProps) {
  return (
    <label className={className}>
      <input
        type="checkbox"
        className="checkbox"
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
