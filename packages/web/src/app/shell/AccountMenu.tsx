import { BookOpen, Keyboard, LogOut, UserRound } from 'lucide-react'
import { Button } from 'react-aria-components'
import { version } from '../../../package.json'
import { useSession } from '../../features/session/session.ts'
import { t } from '../../i18n/index.ts'
import { OPEN_SHEET } from '../../keyboard/KeyboardProvider.tsx'
import { useCommand } from '../../keyboard/use-command.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Menu, MenuChoices, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { theme, useChoice } from '../../ui/theme.ts'
import styles from './AccountMenu.module.css'

const THEMES = [
  { value: 'system', label: t('app.theme.system') },
  { value: 'light', label: t('app.theme.light') },
  { value: 'dark', label: t('app.theme.dark') },
] as const

/** The avatar and its menu. */
export function AccountMenu() {
  const { user, signOut } = useSession()
  const sheet = useCommand(OPEN_SHEET)
  const chosenTheme = useChoice(theme)
  if (!user) return null
  const fullName = [user.first_name, user.last_name].filter(Boolean).join(' ')
  return (
    <Menu
      label={t('app.accountMenu', { username: user.username })}
      trigger={
        <Button className={styles.trigger} aria-label={t('app.accountMenu', { username: user.username })}>
          <Avatar username={user.username} />
        </Button>
      }
      header={
        <div className={styles.person}>
          <Avatar username={user.username} size="medium" />
          <span className={styles.names}>
            <strong>{user.username}</strong>
            {fullName && fullName !== user.username && <small>{fullName}</small>}
          </span>
        </div>
      }
      footer={t('app.version', { version })}
    >
      <MenuItem icon={UserRound} href="/user-settings">
        {t('app.userSettings')}
      </MenuItem>
      <MenuItem icon={Keyboard} keys={sheet.keys[0]} onAction={sheet.run}>
        {t('app.shortcuts')}
      </MenuItem>
      <MenuItem icon={BookOpen} href="/guides">
        {t('app.documentation')}
      </MenuItem>
      <MenuSeparator />
      <MenuChoices label={t('app.theme')} choices={THEMES} value={chosenTheme} onChange={theme.set} />
      <MenuSeparator />
      <MenuItem icon={LogOut} onAction={() => void signOut()}>
        {t('app.signOut')}
      </MenuItem>
    </Menu>
  )
}
