import { useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useEffect } from 'react'
import { Outlet, useNavigate } from 'react-router'
import { useSession, useUser } from '../../features/session/session.ts'
import { t } from '../../i18n/index.ts'
import { EVERYWHERE } from '../../keyboard/commands.ts'
import { commands, useCommand, useCommandRegistry } from '../../keyboard/use-command.ts'
import { OutboxLink } from '../../local/OutboxLink.tsx'
import { theme, useChoice } from '../../ui/browser/theme.ts'
import { useOnline } from '../../ui/browser/use-online.ts'
import { Icon } from '../../ui/display/Icon.tsx'
import { HeaderPlaces } from '../../ui/layout/HeaderSlot.tsx'
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

const GO = 'go'
const LOOK = 'look'

const APP_COMMANDS = [
  { id: 'go.datasets', label: t('keyboard.goDatasets'), group: GO },
  { id: 'go.userSettings', label: t('keyboard.goUserSettings'), group: GO },
  { id: 'go.guides', label: t('keyboard.goGuides'), group: GO },
  { id: 'look.light', label: t('keyboard.themeLight'), group: LOOK },
  { id: 'look.dark', label: t('keyboard.themeDark'), group: LOOK },
  { id: 'look.system', label: t('keyboard.themeSystem'), group: LOOK },
  { id: 'session.signOut', label: t('keyboard.signOut'), group: EVERYWHERE },
]
commands.define(APP_COMMANDS)

/** Commands available on every signed-in screen. */
function AppCommands() {
  const navigate = useNavigate()
  const { signOut } = useSession()
  const chosen = useChoice(theme)
  const registry = useCommandRegistry()
  const client = useQueryClient()
  useEffect(() => {
    registry.loadPlaces = async () => {
      const { datasetPlaces } = await import('./dataset-places.ts')
      return datasetPlaces(client, (path) => void navigate(path))
    }
    return () => {
      registry.loadPlaces = undefined
    }
  }, [registry, client, navigate])
  useCommand('go.datasets', { run: () => void navigate('/datasets') })
  useCommand('go.userSettings', { run: () => void navigate('/user-settings') })
  useCommand('go.guides', { run: () => void navigate('/guides') })
  useCommand('look.light', { run: () => theme.set('light'), isEnabled: chosen !== 'light' })
  useCommand('look.dark', { run: () => theme.set('dark'), isEnabled: chosen !== 'dark' })
  useCommand('look.system', { run: () => theme.set('system'), isEnabled: chosen !== 'system' })
  useCommand('session.signOut', { run: () => void signOut() })
  return null
}
