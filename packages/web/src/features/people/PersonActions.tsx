import { fullNameOf } from '@postil/domain/people/full-name'
import { can, ROLES_BY_RIGHTS } from '@postil/domain/permissions'
import { Ban, Boxes, Ellipsis, KeyRound, LogIn, Pencil, Trash2, UserCog } from 'lucide-react'
import { useState } from 'react'
import { deleteUser, makePasswordLink, type Person, setDisabled } from '../../api/account/people.ts'
import { t } from '../../i18n/areas/team/people.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/overlays/Menu.tsx'
import { useUser } from '../session/session.ts'
import { AccessDialog } from './dialogs/AccessDialog.tsx'
import { LinkDialog } from './dialogs/LinkDialog.tsx'
import { MembershipsDialog } from './dialogs/MembershipsDialog.tsx'
import { NamesDialog } from './dialogs/NamesDialog.tsx'
import { RoleDialog, useRoleChange } from './dialogs/RoleDialog.tsx'
import type { JoinLink } from './invite/JoinLinkBox.tsx'
import { ROLE_WORDS } from './person.ts'
import { undoneText, useChange, type Workspace } from './use-people.ts'

type Open = 'names' | 'memberships' | 'access' | 'reset' | 'disable' | 'delete' | { role: Person['role'] } | JoinLink

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
  const roleChange = useRoleChange(person)
  const enable = useChange<{ isLate: boolean }>({
    run: () => setDisabled(person.id, false),
    message: ({ isLate }) => undoneText(t('people.enabledNow', { name }), isLate),
    about: `access ${person.id}`,
  })
  const disable = useChange({
    run: () => setDisabled(person.id, true),
    message: t('people.disabledNow', { name }),
    about: `access ${person.id}`,
    undo: (_, isLate) => enable.mutate({ isLate }),
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
          ROLES_BY_RIGHTS.filter((one) => one !== person.role).map((one) => (
            <MenuItem key={one} icon={UserCog} onAction={() => setOpen({ role: one })}>
              {t('people.makeRole', { role: ROLE_WORDS[one] })}
            </MenuItem>
          ))}
        {isOwner && (
          <MenuItem icon={Pencil} onAction={() => setOpen('names')}>
            {t('people.names')}
          </MenuItem>
        )}
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
            <MenuItem icon={Ban} onAction={() => (isDisabled ? enable.mutate({ isLate: false }) : setOpen('disable'))}>
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
      {open === 'names' && <NamesDialog person={person} onClose={close} />}
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
      {typeof open === 'object' && 'role' in open && (
        <RoleDialog
          person={person}
          role={open.role}
          onConfirm={() => roleChange.mutate({ role: open.role, before: person.role })}
          onClose={close}
        />
      )}
      {typeof open === 'object' && 'token' in open && (
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
