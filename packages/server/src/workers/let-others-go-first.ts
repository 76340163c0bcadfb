import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/** How much the thread steps back, from 0 to 19. */
const NICENESS = 5

/** Let every other thread have the processor first, so that saving an answer does not wait for a search. Only Linux knows threads by number. */
export function letOthersGoFirst(): void {
  try {
    const threadId = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    if (threadId > 0) setPriority(threadId, NICENESS)
  } catch {
    // Elsewhere all threads are equal, which is slower under load and otherwise the same.
  }
}
