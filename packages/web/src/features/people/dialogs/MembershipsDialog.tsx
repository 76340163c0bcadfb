import { fullNameOf } from '@postil/domain/people/full-name'
import { useState } from 'react'
import type { Person } from '../../../api/account/people.ts'
import { t } from '../../../i18n/areas/team/people.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import styles from '../people.module.css'
import { useMembership } from '../use-membership.ts'
import type { Workspace } from '../use-people.ts'
import { RemoveMemberDialog } from './RemoveMemberDialog.tsx'

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
  const [removing, setRemoving] = useState<Workspace>()
  const membership = useMembership()
  const { canAdd, add, remove } = membership
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
            isDisabled={add.isPending || remove.isPending}
            onChange={(isMember) => (isMember ? add.mutate({ person, workspace }) : setRemoving(workspace))}
          >
            {workspace.name}
          </Checkbox>
        ))}
      </div>
      {removing && (
        <RemoveMemberDialog
          person={person}
          workspace={removing}
          membership={membership}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Dialog>
  )
}
