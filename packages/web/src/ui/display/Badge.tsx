import type { ReactNode } from 'react'
import styles from './Badge.module.css'

/** Default size of a badge in px (spec section 9). */
const BADGE_SIZE_PX = 14

interface BadgeProps {
  /** A count or a symbol; without children it is a plain dot. */
  children?: ReactNode
  /** px */
  size?: number
}

/** A small round mark beside something. Its meaning must be in the accessible name of what it belongs to. */
export function Badge({ children, size = BADGE_SIZE_PX }: BadgeProps) {
  return (
    <span className={styles.badge} style={{ height: size, minWidth: size, fontSize: size * (2 / 3) }}>
      {children}
    </span>
  )
}
