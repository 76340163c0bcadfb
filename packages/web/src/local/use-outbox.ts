import type { OutboxEntry } from '@postil/domain/outbox/entry'
import type { OutboxState } from '@postil/domain/outbox/reduce'
import { refusedFor } from '@postil/domain/outbox/select'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { versionOf } from '../api/feedback/record.ts'
import { KeptEdits } from './edits.ts'
import { deviceStore, openOutbox } from './open-outbox.ts'
import type { Outbox } from './outbox.ts'

/** The outbox and the kept edits of a dataset's page. */
export interface DeviceMemory {
  outbox: Outbox
  edits: KeptEdits
}

/** The user's outbox and their kept edits of a dataset; undefined until they are opened. */
export function useDeviceMemory(userId: string, datasetId: string): DeviceMemory | undefined {
  const [opened, setOpened] = useState<DeviceMemory & { key: string }>()
  const key = `${userId}/${datasetId}`

  useEffect(() => {
    let isCurrent = true
    let stop = () => {}
    const open = async () => {
      const [outbox, store] = await Promise.all([openOutbox(userId), deviceStore()])
      const edits = new KeptEdits(userId, datasetId, store)
      await edits.load()
      if (!isCurrent) return
      stop = outbox.onDelivered(({ recordId }, response, isOwn) => {
        if (isOwn) edits.rebase(recordId, versionOf(response))
      })
      setOpened({ outbox, edits, key: `${userId}/${datasetId}` })
    }
    void open()
    return () => {
      isCurrent = false
      stop()
    }
  }, [userId, datasetId])

  return opened?.key === key ? opened : undefined
}

/** The refused answer to a record, with the reason; re-renders only when it changes. */
export function useRefused(outbox: Outbox, recordId: string | undefined): OutboxEntry | undefined {
  return useSyncExternalStore(outbox.subscribe, () =>
    recordId === undefined ? undefined : refusedFor(outbox.getState(), recordId),
  )
}

/** All refused answers; re-renders only when the list changes. */
export function useAllRefused(outbox: Outbox): readonly OutboxEntry[] {
  const known = useRef<readonly OutboxEntry[]>([])
  return useSyncExternalStore(outbox.subscribe, () => {
    const refused = outbox.getState().entries.filter(({ state }) => state === 'refused')
    const isSame =
      refused.length === known.current.length && refused.every(({ id }, at) => id === known.current[at]?.id)
    if (!isSame) known.current = refused
    return known.current
  })
}

/** The current state of the outbox. */
export function useOutboxState(outbox: Outbox): OutboxState {
  return useSyncExternalStore(outbox.subscribe, outbox.getState)
}
