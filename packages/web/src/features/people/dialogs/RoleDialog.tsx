import { fullNameOf } from '@postil/domain/people/full-name'
import { hasFewerRights, isForAllWorkspaces } from '@postil/domain/permissions'
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
  /** Another role than the present one. */
  role: Role
  onConfirm: () => void
  onClose: () => void
}

/** Asks before somebody gets or loses rights, and says which. */
export function RoleDialog({ person, role, onConfirm, onClose }: RoleDialogProps) {
  return (
    <ConfirmDialog
      title={t('people.role.title', { name: fullNameOf(person), role: ROLE_WORDS[role] })}
      action={t('people.makeRole', { role: ROLE_WORDS[role] })}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {hasFewerRights(role, person.role) ? <Less person={person} role={role} /> : <More role={role} />}
    </ConfirmDialog>
  )
}

function More({ role }: { role: Role }) {
  return t(isForAllWorkspaces(role) ? 'people.role.more.owner' : 'people.role.more.admin')
}

function Less({ person, role }: Pick<RoleDialogProps, 'person' | 'role'>) {
  const workspaces = person.workspaces.map(({ name }) => name).join(', ')
  return (
    <>
      {role === 'annotator' && `${t('people.role.less.manage')} `}
      {isForAllWorkspaces(person.role) &&
        `${workspaces ? t('people.role.less.open', { workspaces }) : t('people.role.less.openNone')} ${t('people.role.less.records')} `}
      {t('people.role.less.stays')}
    </>
  )
}
