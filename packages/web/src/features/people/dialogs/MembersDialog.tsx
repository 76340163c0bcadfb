import { fullNameOf } from '@postil/domain/people/full-name'
import { useRef, useState } from 'react'
import type { Person } from '../../../api/account/people.ts'
import { t } from '../../../i18n/areas/team/people.ts'
import { useOfflineReason } from '../../../ui/browser/use-offline-reason.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { FindField } from '../../../ui/controls/FindField.tsx'
import { PersonAvatar } from '../../../ui/display/PersonAvatar.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { ROLE_WORDS } from '../person.ts'
import { hasText, sortPeople } from '../select-people.ts'
import { useMembership } from '../use-membership.ts'
import type { Workspace } from '../use-people.ts'
import styles from './MembersDialog.module.css'
import { RemoveMemberDialog } from './RemoveMemberDialog.tsx'

/** People shown of each list. */
const SHOWN = 50

interface MembersDialogProps {
  workspace: Workspace
  people: readonly Person[]
  onClose: () => void
}

/** The members of a workspace, each with a button to remove them; below, for owners, everybody else to add. */
export function MembersDialog({ workspace, people, onClose }: MembersDialogProps) {
  const [typed, setTyped] = useState('')
  const [removing, setRemoving] = useState<Person>()
  const membership = useMembership()
  const { canAdd, add, remove } = membership
  const offlineReason = useOfflineReason()
  const head = useRef<HTMLHeadingElement>(null)
  const lists = useRef<HTMLDivElement>(null)
  const isMember = (person: Person) => person.workspaces.some(({ id }) => id === workspace.id)
  const found = sortPeople(people, { sort: 'name', isAscending: true }).filter((person) => hasText(person, typed))
  const members = found.filter(isMember)
  const others = canAdd ? found.filter((person) => !isMember(person) && person.disabled_at === null) : []
  // The pressed button disappears with its row: the focus stays in the dialog.
  const handleAdd = (person: Person) =>
    add.mutate({ person, workspace }, { onSuccess: () => head.current?.focus({ preventScroll: true }) })
  /** A removed member takes the focused button along: the focus goes to the next member, or the one before, unless the user types by now. */
  const focusBeside = (person: Person) => {
    const at = members.findIndex(({ id }) => id === person.id)
    const beside = members[at + 1] ?? members[at - 1]
    return () => {
      if (document.activeElement?.matches('input')) return
      const row = beside && lists.current?.querySelector(`[data-person="${CSS.escape(beside.id)}"] button`)
      const target = row instanceof HTMLElement ? row : head.current
      target?.focus({ preventScroll: target === head.current })
    }
  }
  return (
    <Dialog
      title={t('people.members.title', { workspace: workspace.name })}
      isOpen
      onClose={onClose}
      footer={
        <Button variant="primary" onPress={onClose}>
          {t('people.invite.done')}
        </Button>
      }
    >
      <FindField label={t('people.find')} value={typed} onChange={setTyped} className={styles.find} />
      <div className={styles.lists} ref={lists}>
        <h3 className={styles.head} ref={head} tabIndex={-1}>
          {t('people.members.count', { count: people.filter(isMember).length })}
        </h3>
        <List people={members} none={t(typed ? 'people.none' : 'people.members.none')}>
          {(person) => (
            <Button
              size="small"
              variant="danger"
              disabledReason={offlineReason}
              isPending={remove.isPending && remove.variables.person.id === person.id}
              onPress={() => setRemoving(person)}
              aria-label={t('people.members.removeOne', { name: fullNameOf(person) })}
            >
              {t('people.memberships.remove')}
            </Button>
          )}
        </List>
        {canAdd && (
          <>
            <h3 className={styles.head}>{t('people.members.add')}</h3>
            <List people={others} none={t(typed ? 'people.none' : 'people.members.all')}>
              {(person) => (
                <Button
                  size="small"
                  disabledReason={offlineReason}
                  isPending={add.isPending && add.variables.person.id === person.id}
                  onPress={() => handleAdd(person)}
                  aria-label={t('people.members.addOne', { name: fullNameOf(person) })}
                >
                  {t('people.members.addButton')}
                </Button>
              )}
            </List>
          </>
        )}
      </div>
      {removing && (
        <RemoveMemberDialog
          person={removing}
          workspace={workspace}
          membership={membership}
          onRemoved={focusBeside(removing)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Dialog>
  )
}

interface ListProps {
  people: readonly Person[]
  /** Shown when there is nobody. */
  none: string
  /** The button of a person. */
  children: (person: Person) => React.ReactNode
}

function List({ people, none, children }: ListProps) {
  if (people.length === 0) return <p className={styles.none}>{none}</p>
  return (
    <>
      <ul className={styles.list}>
        {people.slice(0, SHOWN).map((person) => (
          <li key={person.id} data-person={person.id}>
            <PersonAvatar name={fullNameOf(person) || person.username} username={person.username} />
            <span className={styles.names}>
              <strong>{fullNameOf(person)}</strong>
              <small>
                {person.username} · {ROLE_WORDS[person.role]}
                {person.disabled_at !== null && ` · ${t('people.state.disabled')}`}
              </small>
            </span>
            {children(person)}
          </li>
        ))}
      </ul>
      {people.length > SHOWN && (
        <p className={styles.none}>{t('people.members.more', { count: people.length - SHOWN })}</p>
      )}
    </>
  )
}
