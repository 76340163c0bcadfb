import { WifiOff } from 'lucide-react'
import { Outlet } from 'react-router'
import { useUser } from '../../features/session/session.ts'
import { t } from '../../i18n/index.ts'
import { OutboxLink } from '../../local/OutboxLink.tsx'
import { useOnline } from '../../ui/browser/use-online.ts'
import { Icon } from '../../ui/display/Icon.tsx'
import { HeaderPlaces } from '../../ui/layout/HeaderSlot.tsx'
import { AppCommands } from './AppCommands.tsx'
import styles from './AppShell.module.css'
import { Header } from './Header.tsx'

/** The layout of every signed-in screen: the header stays, the page changes below it. */
export function AppShell() {
  const { id } = useUser()
  return (
    <HeaderPlaces>
      <AppCommands />
      <OutboxLink userId={id} />
      <div className={styles.shell}>
        <a href="#content" className={styles.skip}>
          {t('app.skip')}
        </a>
        <Header />
        <OfflineBanner />
        <main id="content" tabIndex={-1} className={styles.main}>
          <Outlet />
        </main>
      </div>
    </HeaderPlaces>
  )
}

/** A thin line shown while there is no connection. */
function OfflineBanner() {
  const isOnline = useOnline()
  if (isOnline) return null
  return (
    <p className={styles.banner} role="status">
      <Icon icon={WifiOff} size={14} />
      {t('app.offlineBanner')}
    </p>
  )
}
