import { fullNameOf } from '@postil/domain/people/full-name'
import { isForAllWorkspaces } from '@postil/domain/permissions'
import { type Person, setRole } from '../../../api/account/people.ts'
import { t } from '../../../i18n/areas/team/people.ts'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { ROLE_WORDS } from '../person.ts'
import { undoneText, useChange } from '../use-people.ts'

type Role = Person['role']

/** Changes somebody's role; Undo gives back the role before. */
export function useRoleChange(person: Person) {
  const messageOf = (role: Role) => t('people.roleChanged', { name: fullNameOf(person), role: ROLE_WORDS[role] })
  const back = useChange<{ role: Role; isLate: boolean }>({
    run: ({ role }) => setRole(person.id, role),
    message: ({ role, isLate }) => undoneText(messageOf(role), isLate),
  })
  return useChange<{ role: Role; before: Role }>({
    run: ({ role }) => setRole(person.id, role),
    message: ({ role }) => messageOf(role),
    // Only former owners lose assigned records: the others stay members of their workspaces.
    undo: ({ before }, isLate) => back.mutate({ role: before, isLate: isLate && isForAllWorkspaces(before) }),
  })
}

interface RoleDialogProps {
  person: Person
  /** A role with fewer rights than the present one. */
  role: Role
  onConfirm: () => void
  onClose: () => void
}

/** Asks before somebody loses rights, and says which. */
export function RoleDialog({ person, role, onConfirm, onClose }: RoleDialogProps) {
  const workspaces = person.workspaces.map(({ name }) => name).join(', ')
  return (
    <ConfirmDialog
      title={t('people.role.less.title', { name: fullNameOf(person), role: ROLE_WORDS[role] })}
      action={t('people.makeRole', { role: ROLE_WORDS[role] })}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {role === 'annotator' && `${t('people.role.less.manage')} `}
      {isForAllWorkspaces(person.role) &&
        `${workspaces ? t('people.role.less.open', { workspaces }) : t('people.role.less.openNone')} ${t('people.role.less.records')} `}
      {t('people.role.less.stays')}
    </ConfirmDialog>
  )
}
