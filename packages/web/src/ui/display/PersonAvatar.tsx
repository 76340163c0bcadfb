import { Avatar } from './Avatar.tsx'

/** The avatar of somebody called by name: the initials of the first and the last word, so `AK` for `Ana Kovač (ana2)`. */
export function PersonAvatar({ name, isTinted }: { name: string; isTinted?: boolean }) {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const [first = name, ...others] = words
  const initials = others.length > 0 ? `${letterOf(first)}${letterOf(others.at(-1))}` : first
  return <Avatar username={name} letters={initials} isTinted={isTinted} />
}

function letterOf(word = ''): string {
  return [...word][0] ?? ''
}
