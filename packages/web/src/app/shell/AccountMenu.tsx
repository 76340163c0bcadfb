import { Button } from 'react-aria-components'
import { useSession } from '../../features/session/session.ts'
import { t } from '../../i18n/index.ts'
import { Avatar } from '../../ui/display/Avatar.tsx'
import { lazy } from '../../ui/loading/lazy.tsx'
import { MenuTrigger } from '../../ui/overlays/MenuTrigger.tsx'
import styles from './AccountMenu.module.css'

const AccountMenuSheet = lazy(() => import('./AccountMenuSheet.tsx').then((m) => m.AccountMenuSheet))

/** The avatar and its menu. */
export function AccountMenu() {
  const { user } = useSession()
  if (!user) return null
  return (
    <MenuTrigger
      trigger={
        <Button className={styles.trigger} aria-label={t('app.accountMenu', { username: user.username })}>
          <Avatar username={user.username} />
        </Button>
      }
    >
      {(menu) => <AccountMenuSheet user={user} menu={menu} onAway={menu.leave} />}
    </MenuTrigger>
  )
}
