import type { NamedUser } from '@postil/contract/account/named-user'

/** First name and surname as one text; empty if there are none. */
export function fullNameOf(names: { first_name?: string | null; last_name?: string | null }): string {
  return [names.first_name, names.last_name].filter(Boolean).join(' ')
}

/** Somebody as replies name them: both are null for users who were deleted. */
export interface Named {
  username: string | null
  /** First name and surname. */
  name: string | null
}

/**
 * How to call each of some people: by name, together with the username where others of them have the same name. Returns a function of one of
 * them; its result is empty for deleted users.
 */
export function tellApart(people: readonly Named[]): (person: Named) => string {
  const sharers = new Map<string | null, Set<string | null>>()
  for (const { username, name } of people) sharers.set(name, (sharers.get(name) ?? new Set()).add(username))
  return ({ username, name }) =>
    name && name !== username && (sharers.get(name)?.size ?? 0) > 1 ? `${name} (${username})` : name || (username ?? '')
}

/** {@link tellApart} by the ids of the users. */
export function namesById(users: readonly NamedUser[]): Map<string, string> {
  const nameOf = tellApart(users)
  return new Map(users.map((user) => [user.id, nameOf(user)]))
}
