import styles from './Avatar.module.css'

/** Spec section 9. */
const AVATAR_PX = { small: 34, medium: 45 }

/** How many of the colours of labels tint avatars. */
const TINTS = 8

interface AvatarProps {
  username: string
  /** The letters to show, if they are not from the username. */
  letters?: string
  /** In a list of people: each in a colour of their own, the same on every page. */
  isTinted?: boolean
  size?: keyof typeof AVATAR_PX
}

/** The first two letters of a username in a circle. Decorative: the name is shown beside it or labels the button. */
export function Avatar({ username, letters = username, isTinted = false, size = 'small' }: AvatarProps) {
  const side = AVATAR_PX[size]
  const initials = [...letters].slice(0, 2).join('').toUpperCase()
  return (
    <span
      className={styles.avatar}
      style={{
        width: side,
        height: side,
        fontSize: side * 0.36,
        ...(isTinted && { background: `var(--entity-${tintOf(username)})`, color: 'var(--mark-ink)' }),
      }}
      data-initials={initials}
      aria-hidden="true"
    />
  )
}

function tintOf(username: string): number {
  let hash = 0
  for (const char of username) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 9973
  return hash % TINTS
}
