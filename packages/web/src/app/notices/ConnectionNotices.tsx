import { useEffect } from 'react'
import { t } from '../../i18n/index.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'

const ABOUT = 'connection'

/** A toast of error type when the browser goes offline and when it comes back (spec section 2). */
export function ConnectionNotices() {
  useEffect(() => {
    const handleOffline = () => toasts.notify({ type: 'error', about: ABOUT, message: t('app.offline') })
    const handleOnline = () => toasts.notify({ type: 'error', about: ABOUT, message: t('app.online') })
    window.addEventListener('offline', handleOffline)
    window.addEventListener('online', handleOnline)
    return () => {
      window.removeEventListener('offline', handleOffline)
      window.removeEventListener('online', handleOnline)
    }
  }, [])
  return null
}
