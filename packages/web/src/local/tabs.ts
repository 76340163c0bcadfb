import type { OutboxEntry } from '@postil/domain/outbox/entry'
import type { RecordResponse } from '../api/feedback/record.ts'

/** Messages between the browser's tabs. */
export type TabMessage =
  | { userId: string; type: 'changed' }
  | { userId: string; type: 'delivered' | 'refused'; entry: OutboxEntry; response: RecordResponse | undefined }

export interface TabChannel {
  tell: (message: TabMessage) => void
  listen: (listener: (message: TabMessage) => void) => () => void
}

/** The channel to other open tabs of Postil in this browser. */
export function browserTabs(): TabChannel {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => undefined, listen: () => () => undefined }
  const channel = new BroadcastChannel('postil.outbox')
  return {
    tell: (message) => channel.postMessage(message),
    listen: (listener) => {
      const handle = ({ data }: MessageEvent<TabMessage>) => listener(data)
      channel.addEventListener('message', handle)
      return () => channel.removeEventListener('message', handle)
    },
  }
}

/**
 * Run work under a lock shared by all tabs. Browsers offer Web Locks on https and localhost only; without them two tabs may
 * send the same answer, which its idempotency key makes harmless.
 */
export async function withTabLock(name: string, work: () => Promise<void>): Promise<void> {
  if (typeof navigator === 'undefined' || !('locks' in navigator)) return work()
  await navigator.locks.request(name, work)
}
