import { Search } from 'lucide-react'
import { Button as PlainButton } from 'react-aria-components'
import { Link } from 'react-router'
import { useSession } from '../../features/session/session.ts'
import { t } from '../../i18n/index.ts'
import { OPEN_PALETTE } from '../../keyboard/KeyboardProvider.tsx'
import { useCommand } from '../../keyboard/use-command.ts'
import { useBreakpoint } from '../../ui/browser/media.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Avatar } from '../../ui/display/Avatar.tsx'
import { BrandMark } from '../../ui/display/BrandMark.tsx'
import { LoadingBar } from '../../ui/display/LoadingBar.tsx'
import { HeaderPlaceTarget } from '../../ui/layout/HeaderSlot.tsx'
import { lazy } from '../../ui/loading/lazy.tsx'
import { MenuTrigger } from '../../ui/overlays/MenuTrigger.tsx'
import accountStyles from './AccountMenu.module.css'
import styles from './Header.module.css'

const AccountMenuSheet = lazy(() => import('./AccountMenuSheet.tsx').then((m) => m.AccountMenuSheet))

/** The bar on top of every screen: brand, breadcrumbs, saved state, actions, account. */
export function Header() {
  const palette = useCommand(OPEN_PALETTE)
  const breakpoint = useBreakpoint()
  return (
    <header className={styles.header} data-breakpoint={breakpoint}>
      <Link to="/datasets" className={styles.home}>
        <BrandMark />
        <span className="visuallyHidden">{t('app.home')}</span>
      </Link>
      <HeaderPlaceTarget place="crumbs" className={styles.crumbs} />
      <HeaderPlaceTarget place="saved" className={styles.saved} />
      <Button
        variant="quiet"
        size="medium"
        icon={Search}
        keys={palette.keys}
        onPress={palette.run}
        className={styles.commands}
      >
        {t('app.commands')}
      </Button>
      <HeaderPlaceTarget place="actions" className={styles.actions} />
      <AccountMenu />
      <div className={styles.loading}>
        <LoadingBar />
      </div>
    </header>
  )
}

/** The avatar and its menu. */
function AccountMenu() {
  const { user } = useSession()
  if (!user) return null
  return (
    <MenuTrigger
      trigger={
        <PlainButton className={accountStyles.trigger} aria-label={t('app.accountMenu', { username: user.username })}>
          <Avatar username={user.username} />
        </PlainButton>
      }
    >
      {(menu) => <AccountMenuSheet user={user} menu={menu} onAway={menu.leave} />}
    </MenuTrigger>
  )
}
