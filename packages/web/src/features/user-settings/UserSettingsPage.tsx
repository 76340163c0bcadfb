import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { t } from '../../i18n/areas/user-settings.ts'
import { Chip } from '../../ui/controls/Chip.tsx'
import { Avatar } from '../../ui/display/Avatar.tsx'
import { Breadcrumbs } from '../../ui/display/Breadcrumbs.tsx'
import { HeaderSlot } from '../../ui/layout/HeaderSlot.tsx'
import { OneColumn } from '../../ui/layout/layouts.tsx'
import { type Role, type User, useUser } from '../session/session.ts'
import { ApiKeys } from './ApiKeys.tsx'
import { KeyboardSettings, LookSettings, TrialFeatures } from './BrowserSettings.tsx'
import { MySessions } from './MySessions.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import styles from './UserSettingsPage.module.css'

const ROLE_WORDS: Record<Role, string> = {
  owner: t('userSettings.role.owner'),
  admin: t('userSettings.role.admin'),
  annotator: t('userSettings.role.annotator'),
}

/** `/user-settings`: profile, workspaces, API keys, password, appearance, keyboard, sessions. */
export function UserSettingsPage() {
  const user = useUser()
  return (
    <>
      <HeaderSlot place="crumbs">
        <Breadcrumbs crumbs={[{ label: t('app.datasets'), to: '/datasets' }, { label: t('userSettings.title') }]} />
      </HeaderSlot>
      <OneColumn width={760}>
        <header className={styles.head}>
          <Avatar username={user.username} size="medium" />
          <h1 className={styles.title}>{t('userSettings.title')}</h1>
          <Chip tone="lapis">{ROLE_WORDS[user.role]}</Chip>
        </header>
        <div className={styles.sections}>
          <SettingsSection title={t('userSettings.account')}>
            <AccountFacts user={user} />
          </SettingsSection>
          <SettingsSection title={t('userSettings.workspaces')}>
            <Workspaces names={user.workspaces} />
          </SettingsSection>
          <SettingsSection title={t('userSettings.keys')}>
            <ApiKeys />
          </SettingsSection>
          <SettingsSection title={t('userSettings.password')}>
            <PasswordForm />
          </SettingsSection>
          <SettingsSection title={t('userSettings.look')}>
            <LookSettings />
          </SettingsSection>
          <SettingsSection title={t('userSettings.trial')}>
            <TrialFeatures />
          </SettingsSection>
          <SettingsSection title={t('userSettings.keyboard')}>
            <KeyboardSettings />
          </SettingsSection>
          {/* Last: it is as long as the list that arrives, which would move what is below it. */}
          <SettingsSection title={t('userSettings.sessions')}>
            <MySessions />
          </SettingsSection>
        </div>
      </OneColumn>
    </>
  )
}

function AccountFacts({ user }: { user: User }) {
  const facts = [
    [t('userSettings.username'), user.username],
    [t('userSettings.firstName'), user.first_name],
    [t('userSettings.lastName'), user.last_name],
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value || '–'}</dd>
        </div>
      ))}
    </dl>
  )
}

function Workspaces({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <p className={styles.none}>{t('userSettings.noWorkspaces')}</p>
  return (
    <ul className={styles.chips}>
      {names.map((name) => (
        <li key={name}>
          <Link to={`/datasets?workspaces=${encodeURIComponent(name)}`} className={styles.chip}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** One titled section of the settings page. */
function SettingsSection({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.heading}>
        {title}
      </h2>
      {children}
    </section>
  )
}
