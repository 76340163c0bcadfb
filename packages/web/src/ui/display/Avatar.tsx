import styles from './Avatar.module.css'

/** Spec section 9. */
const AVATAR_PX = { small: 34, medium: 45 }

interface AvatarProps {
  username: string
  /** Number of a colour of labels; without it, the avatar has the colour of the page. */
  tint?: number
  size?: keyof typeof AVATAR_PX
}

/** The first two letters of a username in a circle. Decorative: the name is shown beside it or labels the button. */
export function Avatar({ username, tint, size = 'small' }: AvatarProps) {
  const side = AVATAR_PX[size]
  const initials = [...username].slice(0, 2).join('').toUpperCase()
  return (
    <span
      className={styles.avatar}
      style={{
        width: side,
        height: side,
        fontSize: side * 0.36,
        ...(tint !== undefined && { background: `var(--entity-${tint})`, color: 'var(--mark-ink)' }),
      }}
      data-initials={initials}
      aria-hidden="true"
    />
  )
}
