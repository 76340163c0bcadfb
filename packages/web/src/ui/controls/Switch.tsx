import type { ReactNode } from 'react'
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from 'react-aria-components'
import { classNames } from '../browser/class-names.ts'
import styles from './Choice.module.css'

interface SwitchProps extends Omit<AriaSwitchProps, 'children' | 'className' | 'style' | 'render'> {
  children: ReactNode
  className?: string
}

/** A switch that takes effect at once. */
export function Switch({ children, className, ...rest }: SwitchProps) {
  return (
    <AriaSwitch {...rest} className={classNames(styles.choice, className)}>
      <span className={styles.track} aria-hidden="true" />
      {children}
    </AriaSwitch>
  )
}
