import { can } from '@postil/domain/permissions'
import { BookOpen, Keyboard, ListTodo, LogOut, UserRound, Users } from 'lucide-react'
import { version } from '../../../package.json'
import { type User, useSession } from '../../features/session/session.ts'
import { t } from '../../i18n/areas/notices.ts'
import { OPEN_SHEET } from '../../keyboard/KeyboardProvider.tsx'
import { useCommand } from '../../keyboard/use-command.ts'
import { theme, useChoice } from '../../ui/browser/theme.ts'
import { Avatar } from '../../ui/display/Avatar.tsx'
import { MenuChoices, MenuItem, MenuSeparator, MenuSheet } from '../../ui/overlays/Menu.tsx'
import type { OpenMenu } from '../../ui/overlays/MenuTrigger.tsx'
import styles from './AccountMenu.module.css'

const THEMES = [
  { value: 'system', label: t('app.theme.system') },
  { value: 'light', label: t('app.theme.light') },
  { value: 'dark', label: t('app.theme.dark') },
] as const

/** The content of the account menu. */
export function AccountMenuSheet({ user, menu }: { user: User; menu: OpenMenu }) {
  const { signOut } = useSession()
  const sheet = useCommand(OPEN_SHEET)
  const chosenTheme = useChoice(theme)
  const fullName = [user.first_name, user.last_name].filter(Boolean).join(' ')
  return (
    <MenuSheet
      menu={menu}
      label={t('app.accountMenu', { username: user.username })}
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
      {can(user, 'people.invite') && (
        <MenuItem icon={Users} href="/people">
          {t('app.people')}
        </MenuItem>
      )}
      {can(user, 'jobs.manage') && (
        <MenuItem icon={ListTodo} href="/jobs">
          {t('app.jobs')}
        </MenuItem>
      )}
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
    </MenuSheet>
  )
}
