import { can } from '@postil/domain/permissions'
import { addMember, type Person, removeMember } from '../../api/account/people.ts'
import { t } from '../../i18n/areas/people.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
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

/** The workspaces of a user; each checkbox takes effect at once. Only owners can add, as in the API. */
export function MembershipsDialog({ person, workspaces, onClose }: MembershipsDialogProps) {
  const user = useUser()
  const change = useChange<{ id: string; isMember: boolean }>({
    run: ({ id, isMember }) => (isMember ? addMember(id, person.id) : removeMember(id, person.id)),
  })
  const linked = new Set(person.workspaces.map(({ id }) => id))
  const choices = can(user, 'users.manage') ? workspaces : workspaces.filter(({ id }) => linked.has(id))
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
        {choices.map(({ id, name }) => (
          <Checkbox
            key={id}
            isSelected={linked.has(id)}
            isDisabled={change.isPending}
            onChange={(isMember) => change.mutate({ id, isMember })}
          >
            {name}
          </Checkbox>
        ))}
      </div>
    </Dialog>
  )
}
