import { fullNameOf } from '@postil/domain/people/full-name'
import type { Person } from '../../../api/account/people.ts'
import { t } from '../../../i18n/areas/team/people.ts'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import type { useMembership } from '../use-membership.ts'
import type { Workspace } from '../use-people.ts'

interface RemoveMemberDialogProps {
  person: Person
  workspace: Workspace
  membership: ReturnType<typeof useMembership>
  /** Called once they are removed, and the list of people is up to date. */
  onRemoved?: () => void
  onClose: () => void
}

/** Asks before somebody is removed from a workspace, and says what happens to their work and how they come back. */
export function RemoveMemberDialog({ person, workspace, membership, onRemoved, onClose }: RemoveMemberDialogProps) {
  const { canAdd, remove } = membership
  return (
    <ConfirmDialog
      title={t('people.memberships.remove.title', { name: fullNameOf(person), workspace: workspace.name })}
      action={t('people.memberships.remove')}
      onConfirm={() => remove.mutate({ person, workspace }, { onSuccess: onRemoved })}
      onClose={onClose}
    >
      {t('people.memberships.remove.text')}{' '}
      {t(canAdd ? 'people.memberships.remove.owner' : 'people.memberships.remove.admin')}
    </ConfirmDialog>
  )
}
