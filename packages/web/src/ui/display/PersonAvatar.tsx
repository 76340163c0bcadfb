import { Avatar } from './Avatar.tsx'

/** How many of the colours of labels tint avatars. */
const TINTS = 8

interface PersonAvatarProps {
  name: string
  /** In a list of people: each in a colour of their own, by the username, the same on every page. */
  username?: string
}

/** The avatar of somebody called by name: the initials of the first and the last word, so `AK` for `Ana Kovač (ana2)`. */
export function PersonAvatar({ name, username }: PersonAvatarProps) {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const [first = name, ...others] = words
  const initials = others.length > 0 ? `${letterOf(first)}${letterOf(others.at(-1))}` : first
  return <Avatar username={initials} tint={username === undefined ? undefined : tintOf(username)} />
}

function letterOf(word = ''): string {
  return [...word][0] ?? ''
}

function tintOf(username: string): number {
  let hash = 0
  for (const char of username) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 9973
  return hash % TINTS
}
