import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryKeys } from '../api/keys.ts'
import { closeOutbox, openOutbox } from './open-outbox.ts'

/**
 * Keeps the signed-in user's outbox sending on every page: answers that waited for a login, the server or a connection are sent
 * as soon as it is back, and the cached counts of their dataset are invalidated. Leaving the page with unsent answers needs
 * confirmation.
 */
export function OutboxLink({ userId }: { userId: string }) {
  const client = useQueryClient()

  useEffect(() => {
    const whenOpen = openOutbox(userId)
    const send = () => void whenOpen.then((outbox) => outbox.resume())
    const sendWhenSeen = () => document.visibilityState === 'visible' && send()
    let isUnsent = () => false
    void whenOpen.then((outbox) => {
      isUnsent = () => outbox.hasUnsent()
      // Cached counts are out of date. Not refetched here: the pages that show them keep them up to date.
      outbox.onDelivered(
        ({ datasetId }) =>
          void client.invalidateQueries({ queryKey: queryKeys.metrics(datasetId), refetchType: 'none' }),
      )
    })
    const guard = (event: BeforeUnloadEvent) => isUnsent() && event.preventDefault()
    window.addEventListener('online', send)
    window.addEventListener('beforeunload', guard)
    document.addEventListener('visibilitychange', sendWhenSeen)
    return () => {
      window.removeEventListener('online', send)
      window.removeEventListener('beforeunload', guard)
      document.removeEventListener('visibilitychange', sendWhenSeen)
      closeOutbox()
    }
  }, [userId, client])

  return null
}
