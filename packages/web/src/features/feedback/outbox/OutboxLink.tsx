import { useEffect } from 'react'
import { useUser } from '../../session/session.ts'
import { closeOutbox, openOutbox } from './open-outbox.ts'

/**
 * Keeps the signed-in user's outbox sending on every page: answers that waited for a login, a server or a connection go
 * as soon as it is back. Leaving the page while some are unsent asks first.
 */
export function OutboxLink() {
  const { id } = useUser()

  useEffect(() => {
    const whenOpen = openOutbox(id)
    const send = () => void whenOpen.then((outbox) => outbox.resume())
    const sendWhenSeen = () => document.visibilityState === 'visible' && send()
    let isUnsent = () => false
    void whenOpen.then((outbox) => {
      isUnsent = () => outbox.hasUnsent()
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
  }, [id])

  return null
}
