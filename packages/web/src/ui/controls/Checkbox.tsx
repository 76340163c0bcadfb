import type { ReactNode } from 'react'
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from 'react-aria-components'
import { classNames } from '../browser/class-names.ts'
import styles from './Choice.module.css'

interface CheckboxProps extends Omit<AriaCheckboxProps, 'children' | 'className' | 'style' | 'render'> {
  children?: ReactNode
  className?: string
}

/** A checkbox; `isIndeterminate` for "some of them". Without children it needs an `aria-label`. */
export function Checkbox({ children, className, ...rest }: CheckboxProps) {
  return (
    <AriaCheckbox {...rest} className={classNames(styles.choice, className)}>
      {({ isSelected, isIndeterminate }) => (
        <>
          <span className={styles.box} aria-hidden="true">
            <svg viewBox="0 0 16 16" className={styles.mark} aria-hidden="true">
              {isIndeterminate ? <path d="M4 8h8" /> : isSelected && <path d="m3.5 8.5 3 3 6-7" />}
            </svg>
          </span>
          {children}
        </>
      )}
    </AriaCheckbox>
  )
}
