import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-aria-components'
import { ariaKeys, type Keys } from '../../keyboard/keys.ts'
import { classNames } from '../../ui/browser/class-names.ts'
import styles from '../../ui/controls/Button.module.css'
import { Icon } from '../../ui/display/Icon.tsx'
import { KeyCap } from '../../ui/display/KeyCap.tsx'

interface LinkButtonProps {
  children: string
  href: string
  variant?: 'default' | 'primary' | 'quiet'
  icon?: LucideIcon
  keys?: readonly Keys[]
}

/** A link that looks like the button: it can be opened in another tab. */
export function LinkButton({ children, href, variant = 'default', icon, keys = [] }: LinkButtonProps) {
  const [firstKeys] = keys
  return (
    <Link
      href={href}
      className={classNames(styles.button, styles[variant], styles.large)}
      aria-keyshortcuts={ariaKeys(keys)}
    >
      {icon && <Icon icon={icon} />}
      <span className={styles.words}>{children}</span>
      {firstKeys && <KeyCap keys={firstKeys} />}
    </Link>
  )
}
