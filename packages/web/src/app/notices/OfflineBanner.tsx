import { WifiOff } from 'lucide-react'
import { t } from '../../i18n/index.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useOnline } from '../../ui/use-online.ts'
import styles from './OfflineBanner.module.css'

/** A slim line that stays while there is no connection. */
export function OfflineBanner() {
  const isOnline = useOnline()
  if (isOnline) return null
  return (
    <p className={styles.banner} role="status">
      <Icon icon={WifiOff} size={14} />
      {t('app.offlineBanner')}
    </p>
  )
}
