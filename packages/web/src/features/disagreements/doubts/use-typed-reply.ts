import { useEffect, useState } from 'react'
import type { Doubt } from '../../../api/feedback/team/doubts.ts'
import { readItem, writeItem } from '../../../ui/browser/stored.ts'
import { useUser } from '../../session/session.ts'
import { DRAFT_PREFIX } from '../own-drafts.ts'

/** A reply that is typed and not sent yet, and the one that was stored when the user began. */
interface TypedReply {
  text: string
  before: string | null
}

/**
 * The reply that the user types to a doubt. It stays on this device until it is sent, and like own answers for 30 days at most (`OwnDrafts`
 * drops what is older).
 */
export function useTypedReply(doubt: Doubt) {
  const { id: userId } = useUser()
  const key = `${DRAFT_PREFIX}${userId}.doubt.${doubt.id}`
  const [typed, setTyped] = useState(() => read(key))
  useEffect(
    () => writeItem(key, typed && JSON.stringify({ at: Date.now(), value: typed.text, basis: typed.before })),
    [key, typed],
  )
  return [typed, setTyped] as const
}

function read(key: string): TypedReply | undefined {
  try {
    const { value, basis } = JSON.parse(readItem(key) ?? '{}')
    return typeof value === 'string' ? { text: value, before: typeof basis === 'string' ? basis : null } : undefined
  } catch {
    // Damaged.
    return undefined
  }
}
