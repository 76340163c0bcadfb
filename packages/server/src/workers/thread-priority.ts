import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Nice value of the thread, from 0 to 19. */
const NICENESS = 10

/**
 * Lower the priority of this thread, so that saving an answer does not wait for reads while all cores are busy. Only Linux has per-thread
 * priorities.
 */
export function lowerThreadPriority(): void {
  try {
    const threadId = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    if (threadId > 0) setPriority(threadId, NICENESS)
  } catch {
    // On other systems all threads have equal priority, which is only slower under load.
  }
}
