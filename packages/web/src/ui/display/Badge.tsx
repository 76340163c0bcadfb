import type { ReactNode } from 'react'
import styles from './Badge.module.css'

/** Default size of a badge in px (spec section 9). */
const BADGE_SIZE_PX = 14

interface BadgeProps {
  /** A count or a symbol; without children it is a plain dot. */
  children?: ReactNode
  /** px */
  size?: number
  tone?: 'ink' | 'vermilion' | 'verdigris' | 'lapis' | 'ochre' | 'umber'
  /** Accessible name, when the content is not enough. */
  label?: string
}

/** A small round mark on or beside something. */
export function Badge({ children, size = BADGE_SIZE_PX, tone = 'ink', label }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone} style={{ height: size, minWidth: size, fontSize: size * 0.7 }}>
      {label ? <span aria-hidden="true">{children}</span> : children}
      {label && <span className="visuallyHidden">{label}</span>}
    </span>
  )
}
