import type { OutboxState } from '@postil/domain/outbox/reduce'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useUser } from '../../session/session.ts'
import { KeptEdits } from './edits.ts'
import { deviceStore, openOutbox } from './open-outbox.ts'
import type { Outbox } from './outbox.ts'

/** What a dataset's page needs to lose nothing. */
export interface DeviceMemory {
  outbox: Outbox
  edits: KeptEdits
}

/** The user's outbox and their kept edits of a dataset; undefined for the moment it takes to open them. */
export function useDeviceMemory(datasetId: string): DeviceMemory | undefined {
  const { id: userId } = useUser()
  const [opened, setOpened] = useState<DeviceMemory & { key: string }>()
  const key = `${userId}/${datasetId}`

  useEffect(() => {
    let isCurrent = true
    const open = async () => {
      const [outbox, store] = await Promise.all([openOutbox(userId), deviceStore()])
      const edits = new KeptEdits(userId, datasetId, store)
      await edits.load()
      if (isCurrent) setOpened({ outbox, edits, key: `${userId}/${datasetId}` })
    }
    void open()
    return () => {
      isCurrent = false
    }
  }, [userId, datasetId])

  return opened?.key === key ? opened : undefined
}

/** The outbox as it is now. */
export function useOutboxState(outbox: Outbox): OutboxState {
  return useSyncExternalStore(outbox.subscribe, outbox.getState)
}
