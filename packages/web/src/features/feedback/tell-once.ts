import type { QueryClient } from '@tanstack/react-query'
import { toasts } from '../../ui/toast/toast-queue.ts'

/** What was told in this visit: until when, by topic. */
const told = new WeakMap<QueryClient, Map<string, number>>()

/**
 * Whether there is something to tell that was not told in this visit; it then counts as told.
 *
 * @param topic - names the user, too: another one may sign in on the same page
 * @param untilMs - the time of the latest news
 */
export function tellOnce(client: QueryClient, topic: string, untilMs: number): boolean {
  const known = told.get(client) ?? new Map<string, number>()
  told.set(client, known)
  if (untilMs <= (known.get(topic) ?? 0)) return false
  known.set(topic, untilMs)
  return true
}

/** Take down the toast about a topic, which is now told in another place. */
export function untell(topic: string): void {
  for (const { id, about } of toasts.getVisible()) if (about === topic) toasts.dismiss(id)
}
