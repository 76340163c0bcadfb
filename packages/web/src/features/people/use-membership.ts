import { fullNameOf } from '@postil/domain/people/full-name'
import { can } from '@postil/domain/permissions'
import { addMember, type Person, removeMember } from '../../api/account/people.ts'
import { t } from '../../i18n/areas/team/people.ts'
import { useUser } from '../session/session.ts'
import { undoneText, useChange, type Workspace } from './use-people.ts'

interface Membership {
  person: Person
  workspace: Workspace
}

/** Adds people to workspaces and removes them. Only owners add, as in the API, so only they can undo a removal. */
export function useMembership() {
  const canAdd = can(useUser(), 'workspaces.manage')
  const namesOf = ({ person, workspace }: Membership) => ({ name: fullNameOf(person), workspace: workspace.name })
  const add = useChange<Membership & { isLate?: boolean }>({
    run: ({ person, workspace }) => addMember(workspace.id, person.id),
    message: ({ isLate = false, ...one }) => undoneText(t('people.memberships.added', namesOf(one)), isLate),
  })
  const remove = useChange<Membership>({
    run: ({ person, workspace }) => removeMember(workspace.id, person.id),
    message: (one) => t('people.memberships.removed', namesOf(one)),
    undo: canAdd ? (one, isLate) => add.mutate({ ...one, isLate }) : undefined,
  })
  return { canAdd, add, remove }
}
