import { can } from '@postil/domain/permissions'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Navigate } from 'react-router'
import { t } from '../../i18n/areas/team/people.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { Breadcrumbs } from '../../ui/display/Breadcrumbs.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { Tabs } from '../../ui/display/Tabs.tsx'
import { HeaderSlot } from '../../ui/layout/HeaderSlot.tsx'
import { OneColumn } from '../../ui/layout/layouts.tsx'
import { useUser } from '../session/session.ts'
import { InvitationTable } from './InvitationTable.tsx'
import { InvitePanel } from './InvitePanel.tsx'
import styles from './PeoplePage.module.css'
import { PeopleTable } from './PeopleTable.tsx'
import { fullNameOf } from './person.ts'
import { usePeople } from './use-people.ts'
import { WorkspaceCards } from './WorkspaceCards.tsx'

/** `/people`: users, their workspaces, and invitations. For owners, and for admins within their own workspaces. */
export function PeoplePage() {
  return can(useUser(), 'people.invite') ? <People /> : <Navigate to="/datasets" replace />
}

function People() {
  const { people, invitations, workspaces, isPending, isError, refetch } = usePeople()
  const [tab, setTab] = useState<'users' | 'invitations'>('users')
  const [typed, setTyped] = useState('')
  const [isInviting, setInviting] = useState(false)
  const word = typed.trim().toLowerCase()
  const found = people.filter((person) => `${person.username} ${fullNameOf(person)}`.toLowerCase().includes(word))
  return (
    <>
      <HeaderSlot place="crumbs">
        <Breadcrumbs crumbs={[{ label: t('app.datasets'), to: '/datasets' }, { label: t('people.title') }]} />
      </HeaderSlot>
      <div className={styles.page} data-inviting={isInviting || undefined}>
        <OneColumn width={1100}>
          <header className={styles.head}>
            <div>
              <h1 className={styles.title}>{t('people.title')}</h1>
              <p className={styles.lead}>
                {t('people.lead', { count: people.length })} {t('people.lead.in', { count: workspaces.length })}
              </p>
            </div>
            <Button variant={isInviting ? 'default' : 'primary'} icon={UserPlus} onPress={() => setInviting(true)}>
              {t('people.invite')}
            </Button>
          </header>
          {isError && (
            <p role="alert" className={styles.failed}>
              {t('people.failed')}{' '}
              <Button size="small" onPress={refetch}>
                {t('app.unreachable.retry')}
              </Button>
            </p>
          )}
          {isPending ? (
            <Skeleton height={320} />
          ) : (
            <>
              <WorkspaceCards workspaces={workspaces} people={people} />
              <div className={styles.tools}>
                <Tabs
                  label={t('people.tabs')}
                  tabs={[
                    { value: 'users', label: t('people.users'), count: people.length },
                    { value: 'invitations', label: t('people.invitations'), count: invitations.length },
                  ]}
                  value={tab}
                  onChange={setTab}
                />
                {tab === 'users' && (
                  <SearchField
                    label={t('people.find')}
                    placeholder={t('people.find')}
                    value={typed}
                    onChange={setTyped}
                    size="small"
                    className={styles.find}
                  />
                )}
              </div>
              {tab === 'users' ? (
                <PeopleTable people={found} workspaces={workspaces} />
              ) : (
                <InvitationTable invitations={invitations} workspaces={workspaces} />
              )}
            </>
          )}
        </OneColumn>
        {/* Once the workspaces are known: the panel selects the only one. */}
        {isInviting && !isPending && <InvitePanel workspaces={workspaces} onClose={() => setInviting(false)} />}
      </div>
    </>
  )
}
