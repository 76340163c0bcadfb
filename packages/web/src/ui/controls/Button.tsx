import type { LucideIcon } from 'lucide-react'
import { memo, type ReactNode, type Ref, useId } from 'react'
import { Button as PressButton, type PressEvent } from 'react-aria-components'
import { ariaKeys, type Keys } from '../../keyboard/keys.ts'
import { classNames } from '../browser/class-names.ts'
import { useStableCallback } from '../browser/use-stable-callback.ts'
import { Icon } from '../display/Icon.tsx'
import { KeyCap } from '../display/KeyCap.tsx'
import { Spinner } from '../display/Spinner.tsx'
import styles from './Button.module.css'

export interface ButtonProps {
  children: ReactNode
  variant?: 'default' | 'primary' | 'quiet' | 'danger'
  /** 28, 32, 40 or 48 px high */
  size?: 'small' | 'medium' | 'large' | 'action'
  icon?: LucideIcon
  /** Keys of the command it runs: shown as a key cap and announced by screen readers. */
  keys?: readonly Keys[]
  type?: 'button' | 'submit' | 'reset'
  isDisabled?: boolean
  /** Why it is disabled. The button stays focusable and shows the reason on hover and focus. */
  disabledReason?: string
  /** While its action runs: shows a spinner and ignores presses. */
  isPending?: boolean
  onPress?: (event: PressEvent) => void
  autoFocus?: boolean
  className?: string
  ref?: Ref<HTMLButtonElement>
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-expanded'?: boolean
}

/** The button. Prefer a reason over plain `isDisabled` wherever the user could wonder why. */
export function Button({ onPress, ...rest }: ButtonProps) {
  const press = useStableCallback((event: PressEvent) => onPress?.(event))
  return <SteadyButton {...rest} onPress={onPress && press} />
}

// A press target runs many hooks: memoised, so that it re-renders only when its props change, not with every record.
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
