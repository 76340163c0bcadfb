import { can } from '@postil/domain/permissions'
import { useState } from 'react'
import { addMember, type Person, removeMember } from '../../api/account/people.ts'
import { t } from '../../i18n/areas/team/people.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { useUser } from '../session/session.ts'
import styles from './PeoplePage.module.css'
import { fullNameOf } from './person.ts'
import { useChange, type Workspace } from './use-people.ts'

interface MembershipsDialogProps {
  person: Person
  workspaces: readonly Workspace[]
  onClose: () => void
}

/**
 * The workspaces of a user. Adding takes effect at once, and only owners can, as in the API; removing asks for
 * confirmation.
 */
export function MembershipsDialog({ person, workspaces, onClose }: MembershipsDialogProps) {
  const user = useUser()
  const [removing, setRemoving] = useState<Workspace>()
  const canAdd = can(user, 'users.manage')
  const change = useChange<{ workspace: Workspace; isMember: boolean }>({
    run: ({ workspace: { id }, isMember }) => (isMember ? addMember(id, person.id) : removeMember(id, person.id)),
  })
  const linked = new Set(person.workspaces.map(({ id }) => id))
  const choices = canAdd ? workspaces : workspaces.filter(({ id }) => linked.has(id))
  return (
    <Dialog
      title={t('people.memberships.title', { name: fullNameOf(person) })}
      isOpen
      onClose={onClose}
      footer={
        <Button variant="primary" onPress={onClose}>
          {t('people.invite.done')}
        </Button>
      }
    >
      <p>{t(choices.length === 0 ? 'people.memberships.none' : 'people.memberships.text')}</p>
      <div className={styles.choices}>
        {choices.map((workspace) => (
          <Checkbox
            key={workspace.id}
            isSelected={linked.has(workspace.id)}
            isDisabled={change.isPending}
            onChange={(isMember) => (isMember ? change.mutate({ workspace, isMember }) : setRemoving(workspace))}
          >
            {workspace.name}
          </Checkbox>
        ))}
      </div>
      {removing && (
        <ConfirmDialog
          title={t('people.memberships.remove.title', { name: fullNameOf(person), workspace: removing.name })}
          action={t('people.memberships.remove')}
          onConfirm={() => change.mutate({ workspace: removing, isMember: false })}
          onClose={() => setRemoving(undefined)}
        >
          {t('people.memberships.remove.text')}
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
