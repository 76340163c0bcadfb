import type { DatasetActivity } from '@postil/contract/feedback/team/activity'
import { vi } from 'vitest'

const FIRST = {
  records: 3,
  changes: 5,
  decisions: 0,
  doubts: 0,
  leases: '',
  last_activity_at: '2026-11-26T08:00:00',
}

/**
 * Replaces the browser's event streams by ones whose events a test sends.
 *
 * @param accepted - datasets whose state is sent as soon as a page connects
 */
export function fakeLive(...accepted: readonly string[]) {
  const sources: FakeSource[] = []
  const states = new Map<string, DatasetActivity>()
  const stateOf = (id: string): DatasetActivity => states.get(id) ?? { dataset_id: id, ...FIRST }

  class FakeSource extends EventTarget {
    static readonly CLOSED = 2
    readyState = 1
    constructor() {
      super()
      sources.push(this)
      if (accepted.length > 0) queueMicrotask(() => accept(accepted))
    }
    close() {
      this.readyState = 2
    }
  }
  vi.stubGlobal('EventSource', FakeSource)

  const open = () => sources.filter(({ readyState }) => readyState !== 2)
  const send = (items: readonly DatasetActivity[]) => {
    for (const source of open()) source.dispatchEvent(new MessageEvent('activity', { data: JSON.stringify({ items }) }))
  }
  const accept = (datasetIds: readonly string[]) => {
    for (const source of open()) source.dispatchEvent(new Event('open'))
    send(datasetIds.map(stateOf))
  }
  return {
    /** The number of open streams, and of all that were ever opened. */
    count: () => ({ open: open().length, all: sources.length }),
    /** The server accepts the connection, and sends the state of these datasets. */
    accept: (...datasetIds: string[]) => accept(datasetIds),
    /** Something changes in a dataset; the event of it is sent, unless the browser is to miss it. */
    change: (datasetId: string, change: Partial<DatasetActivity>, { isMissed = false } = {}) => {
      states.set(datasetId, { ...stateOf(datasetId), ...change })
      if (!isMissed) send([stateOf(datasetId)])
    },
    /** The connection breaks; with `isRefused`, the browser gives it up. */
    fail: ({ isRefused = false } = {}) => {
      for (const source of open()) {
        if (isRefused) source.readyState = 2
        source.dispatchEvent(new Event('error'))
      }
    },
  }
}
