import { can } from '@postil/domain/permissions'
import { Ban, Boxes, Ellipsis, KeyRound, LogIn, Trash2, UserCog } from 'lucide-react'
import { useState } from 'react'
import { deleteUser, makePasswordLink, type Person, setDisabled, setRole } from '../../api/account/people.ts'
import { t } from '../../i18n/areas/team/people.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/overlays/Menu.tsx'
import { useUser } from '../session/session.ts'
import { AccessDialog } from './AccessDialog.tsx'
import { LinkDialog } from './LinkDialog.tsx'
import { MembershipsDialog } from './MembershipsDialog.tsx'
import { fullNameOf, ROLE_WORDS, ROLES } from './person.ts'
import { useChange, type Workspace } from './use-people.ts'

type Open = 'memberships' | 'access' | 'reset' | 'disable' | 'delete' | { token: string; expires_at: string }

interface PersonActionsProps {
  person: Person
  workspaces: readonly Workspace[]
}

/** The actions on a user: all for an owner. An admin removes users from the admin's workspaces, and manages the access of annotators who are in these only. */
export function PersonActions({ person, workspaces }: PersonActionsProps) {
  const user = useUser()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const name = fullNameOf(person)
  const isDisabled = person.disabled_at !== null
  const link = useChange({ run: async () => setOpen(await makePasswordLink(person.id)) })
  const enable = useChange({
    run: () => setDisabled(person.id, false),
    message: t('people.enabledNow', { name }),
  })
  const disable = useChange({
    run: () => setDisabled(person.id, true),
    message: t('people.disabledNow', { name }),
    undo: { label: t('people.undo'), run: () => enable.mutate() },
  })
  const remove = useChange({ run: () => deleteUser(person.id), message: t('people.deleted', { name }) })
  const isOwner = can(user, 'users.manage')
  const canManageAccess = person.can_manage_access
  // What would take one's own rights could not be undone by oneself.
  const isOther = person.id !== user.id
  return (
    <>
      <Menu
        label={t('people.actionsOf', { name })}
        trigger={<IconButton icon={Ellipsis} label={t('people.actionsOf', { name })} />}
      >
        {isOwner &&
          isOther &&
          ROLES.filter((role) => role !== person.role).map((role) => (
            <RoleItem key={role} person={person} role={role} />
          ))}
        <MenuItem icon={Boxes} onAction={() => setOpen('memberships')}>
          {t('people.memberships')}
        </MenuItem>
        {canManageAccess && (
          <>
            {!isDisabled && (
              <MenuItem icon={KeyRound} onAction={() => setOpen('reset')}>
                {t('people.resetLink')}
              </MenuItem>
            )}
            <MenuItem icon={LogIn} onAction={() => setOpen('access')}>
              {t('people.access')}
            </MenuItem>
          </>
        )}
        {canManageAccess && isOther && (
          <>
            <MenuSeparator />
            <MenuItem icon={Ban} onAction={() => (isDisabled ? enable.mutate() : setOpen('disable'))}>
              {t(isDisabled ? 'people.enable' : 'people.disable')}
            </MenuItem>
          </>
        )}
        {isOwner && isOther && (
          <MenuItem icon={Trash2} isDanger onAction={() => setOpen('delete')}>
            {t('people.delete')}
          </MenuItem>
        )}
      </Menu>
      {open === 'memberships' && <MembershipsDialog person={person} workspaces={workspaces} onClose={close} />}
      {open === 'access' && <AccessDialog person={person} onClose={close} />}
      {open === 'reset' && (
        <ConfirmDialog
          title={t('people.reset.ask', { name })}
          action={t('people.reset.make')}
          onConfirm={() => link.mutate()}
          onClose={close}
        >
          {t('people.reset.why', { name })}
        </ConfirmDialog>
      )}
      {open === 'disable' && (
        <ConfirmDialog
          title={t('people.disable.title', { name })}
          action={t('people.disable')}
          onConfirm={() => disable.mutate()}
          onClose={close}
        >
          {t('people.disable.text')}
        </ConfirmDialog>
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title={t('people.delete.title', { name })}
          action={t('people.delete')}
          onConfirm={() => remove.mutate()}
          onClose={close}
        >
          {t('people.delete.text')}
        </ConfirmDialog>
      )}
      {typeof open === 'object' && (
        <LinkDialog
          link={open}
          title={t('people.reset.title', { name })}
          text={t('people.reset.text', { name })}
          onClose={close}
        />
      )}
    </>
  )
}

function RoleItem({ person, role }: { person: Person; role: Person['role'] }) {
  const back = useChange({ run: () => setRole(person.id, person.role) })
  const change = useChange({
    run: () => setRole(person.id, role),
    message: t('people.roleChanged', { name: fullNameOf(person), role: ROLE_WORDS[role] }),
    undo: { label: t('people.undo'), run: () => back.mutate() },
  })
  return (
    <MenuItem icon={UserCog} onAction={() => change.mutate()}>
      {t('people.makeRole', { role: ROLE_WORDS[role] })}
    </MenuItem>
  )
}
