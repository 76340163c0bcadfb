import { can } from '@postil/domain/permissions'
import { useQuery } from '@tanstack/react-query'
import { FolderPlus, UserPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Navigate } from 'react-router'
import { fetchRecentAnswers } from '../../api/account/people.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'
import { t } from '../../i18n/areas/team/people.ts'
import { commands, useCommand } from '../../keyboard/use-command.ts'
import { useUrlState } from '../../ui/browser/use-url-state.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Breadcrumbs } from '../../ui/display/Breadcrumbs.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { Tabs } from '../../ui/display/Tabs.tsx'
import { HeaderSlot } from '../../ui/layout/HeaderSlot.tsx'
import { OneColumn } from '../../ui/layout/layouts.tsx'
import { useUser } from '../session/session.ts'
import { WorkspaceNameDialog } from './dialogs/WorkspaceNameDialog.tsx'
import { InvitationTable } from './invite/InvitationTable.tsx'
import { InvitePanel } from './invite/InvitePanel.tsx'
import { INITIAL_STATE, isFiltered, readPeopleState, sortBy, writePeopleState } from './list-state.ts'
import styles from './PeoplePage.module.css'
import { PeopleTable } from './PeopleTable.tsx'
import { PeopleTools } from './PeopleTools.tsx'
import peopleStyles from './people.module.css'
import { filterPeople, sortPeople } from './select-people.ts'
import { usePeople } from './use-people.ts'
import { WorkspaceCards } from './WorkspaceCards.tsx'

const group = t('people.title')

// Keyboard commands of the page.
commands.define([
  { id: 'people.invite', label: t('people.invite.title'), group, keys: ['I'] },
  { id: 'people.find', label: t('people.find'), group, keys: ['/'] },
])

const IN_URL = { read: readPeopleState, write: writePeopleState }

/** `/people`: users, their workspaces, and invitations. For owners, and for admins within their own workspaces. */
export function PeoplePage() {
  return can(useUser(), 'people.invite') ? <People /> : <Navigate to="/datasets" replace />
}

function People() {
  const user = useUser()
  const { people, invitations, workspaces, isMissing, isError, refetch } = usePeople()
  // A separate query: the server counts all answers, which takes longer than listing the users.
  const answers = useQuery({ queryKey: queryKeys.recentAnswers(), queryFn: fetchRecentAnswers, meta: SILENT }).data
  const [state, setState] = useUrlState(IN_URL)
  const [isInviting, setInviting] = useState(false)
  const [isMaking, setMaking] = useState(false)
  const inviteRef = useRef<HTMLButtonElement>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const invite = useCommand('people.invite', { run: () => setInviting(true) })
  useCommand('people.find', { run: () => searchRef.current?.focus() })
  const closeInvite = () => {
    setInviting(false)
    inviteRef.current?.focus()
  }
  const found = sortPeople(filterPeople(people, state), state, answers)
  return (
    <>
      <HeaderSlot place="crumbs">
        <Breadcrumbs crumbs={[{ label: t('app.datasets'), to: '/datasets' }, { label: t('people.title') }]} />
      </HeaderSlot>
      <div className={styles.page} data-inviting={isInviting || undefined}>
        <OneColumn width={1240}>
          <header className={styles.head}>
            <div>
              <h1 className={styles.title}>{t('people.title')}</h1>
              <p className={styles.lead}>
                {isMissing ? '\u00a0' : leadOf(people.length, found.length, workspaces.length)}
              </p>
            </div>
            <div className={styles.headActions}>
              {can(user, 'workspaces.manage') && (
                <Button icon={FolderPlus} onPress={() => setMaking(true)}>
                  {t('people.workspace.new')}
                </Button>
              )}
              <Button
                variant={isInviting ? 'default' : 'primary'}
                icon={UserPlus}
                keys={invite.keys}
                ref={inviteRef}
                onPress={() => setInviting(true)}
              >
                {t('people.invite')}
              </Button>
            </div>
          </header>
          {isError && (
            <p role="alert" className={peopleStyles.failed}>
              {t('people.failed')}{' '}
              <Button size="small" onPress={refetch}>
                {t('app.unreachable.retry')}
              </Button>
            </p>
          )}
          {isMissing ? (
            !isError && <Skeleton height={320} />
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
                  value={state.tab}
                  onChange={(tab) => setState(() => ({ tab }))}
                />
                {state.tab === 'users' && (
                  <PeopleTools
                    people={people}
                    workspaces={workspaces}
                    state={state}
                    onChange={setState}
                    searchRef={searchRef}
                  />
                )}
              </div>
              <div className={styles.lists}>
                {state.tab === 'users' ? (
                  <PeopleTable
                    people={found}
                    workspaces={workspaces}
                    answers={answers}
                    state={state}
                    onSort={(key) => setState((now) => sortBy(now, key))}
                    onClear={
                      isFiltered(state)
                        ? () => setState(({ sort, isAscending }) => ({ ...INITIAL_STATE, sort, isAscending }))
                        : undefined
                    }
                  />
                ) : (
                  <InvitationTable invitations={invitations} workspaces={workspaces} />
                )}
              </div>
            </>
          )}
        </OneColumn>
        {/* Once the workspaces are known: the panel selects the only one. */}
        {isInviting && !isMissing && <InvitePanel workspaces={workspaces} onClose={closeInvite} />}
      </div>
      {isMaking && <WorkspaceNameDialog onClose={() => setMaking(false)} />}
    </>
  )
}

function leadOf(total: number, shown: number, workspaces: number): string {
  if (shown < total) return t('people.lead.shown', { shown, total })
  return `${t('people.lead', { count: total })} ${t('people.lead.in', { count: workspaces })}`
}
