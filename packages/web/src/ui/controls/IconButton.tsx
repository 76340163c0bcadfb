import type { LucideIcon } from 'lucide-react'
import { memo, type Ref } from 'react'
import { Button as PressButton, type PressEvent } from 'react-aria-components'
import { ariaKeys, type Keys, printKeys } from '../../keyboard/keys.ts'
import { classNames } from '../browser/class-names.ts'
import { useStableCallback } from '../browser/use-stable-callback.ts'
import { Icon } from '../display/Icon.tsx'
import { Spinner } from '../display/Spinner.tsx'
import styles from './IconButton.module.css'

export interface IconButtonProps {
  icon: LucideIcon
  /** Accessible name, also shown on hover. */
  label: string
  /** 24, 28, 32 or 40 px square */
  size?: 'tiny' | 'small' | 'medium' | 'large'
  keys?: readonly Keys[]
  isDisabled?: boolean
  isPending?: boolean
  /** For a button that can stay pressed: a toggle or an open panel. */
  isActive?: boolean
  onPress?: (event: PressEvent) => void
  className?: string
  ref?: Ref<HTMLButtonElement>
}

const ICON_PX = { tiny: 14, small: 16, medium: 16, large: 20 }

/** A button that is only an icon; it always has a name. */
export function IconButton({ onPress, ...rest }: IconButtonProps) {
  const press = useStableCallback((event: PressEvent) => onPress?.(event))
  return <SteadyIconButton {...rest} onPress={onPress && press} />
}

// As in `Button`: memoised.
const SteadyIconButton = memo(function SteadyIconButton({
  icon,
  label,
  size = 'medium',
  keys = [],
  isActive,
  className,
  ...rest
}: IconButtonProps) {
  const [firstKeys] = keys
  return (
    <PressButton
      {...rest}
      aria-label={label}
      className={classNames(styles.button, styles[size], className)}
      render={(dom) => (
        <button
          {...dom}
          title={firstKeys ? `${label} (${printKeys(firstKeys)})` : label}
          aria-pressed={isActive}
          aria-keyshortcuts={ariaKeys(keys)}
        />
      )}
    >
      {rest.isPending ? <Spinner /> : <Icon icon={icon} size={ICON_PX[size]} />}
    </PressButton>
  )
})
