import type { LucideIcon } from 'lucide-react'
import { memo, type ReactNode, type Ref, useId } from 'react'
import { Button as PressButton, type PressEvent } from 'react-aria-components'
import { ariaKeys, type Keys } from '../keyboard/keys.ts'
import styles from './Button.module.css'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { KeyCap } from './KeyCap.tsx'
import { Spinner } from './Spinner.tsx'
import { useStableCallback } from './use-stable-callback.ts'

export interface ButtonProps {
  children: ReactNode
  variant?: 'default' | 'primary' | 'quiet' | 'danger'
  /** 28, 32, 40 or 48 px high */
  size?: 'small' | 'medium' | 'large' | 'action'
  icon?: LucideIcon
  /** Keys of the command it runs: shown as a cap and told to screen readers. */
  keys?: readonly Keys[]
  type?: 'button' | 'submit' | 'reset'
  isDisabled?: boolean
  /** Why it cannot be pressed now. It stays reachable, and says so on hover and focus. */
  disabledReason?: string
  /** While its work goes on: a ring, and presses do nothing. */
  isPending?: boolean
  onPress?: (event: PressEvent) => void
  autoFocus?: boolean
  className?: string
  ref?: Ref<HTMLButtonElement>
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-expanded'?: boolean
}

/** The button. A reason instead of plain `isDisabled` wherever the reader could wonder. */
export function Button({ onPress, ...rest }: ButtonProps) {
  const press = useStableCallback((event: PressEvent) => onPress?.(event))
  return <SteadyButton {...rest} onPress={onPress && press} />
}

// A press target takes many hooks: it is rendered again only when something of it has changed, not with every record.
const SteadyButton = memo(function SteadyButton({
  children,
  variant = 'default',
  size = 'large',
  icon,
  keys = [],
  disabledReason,
  onPress,
  className,
  ...rest
}: ButtonProps) {
  const reasonId = useId()
  const blocked = disabledReason !== undefined
  const [firstKeys] = keys
  return (
    <PressButton
      {...rest}
      type={blocked ? 'button' : rest.type}
      className={classNames(styles.button, styles[variant], styles[size], className)}
      onPress={blocked ? undefined : onPress}
      aria-describedby={blocked ? reasonId : rest['aria-describedby']}
      render={(dom) => (
        <button
          {...dom}
          title={disabledReason}
          aria-disabled={blocked || dom['aria-disabled']}
          aria-keyshortcuts={ariaKeys(keys)}
        />
      )}
    >
      {rest.isPending ? <Spinner /> : icon && <Icon icon={icon} />}
      <span className={styles.words}>{children}</span>
      {firstKeys && <KeyCap keys={firstKeys} />}
      {blocked && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </PressButton>
  )
})
