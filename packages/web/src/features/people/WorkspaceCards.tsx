import { can } from '@postil/domain/permissions'
import { Ellipsis, FolderPlus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { deleteWorkspace, type Person } from '../../api/account/people.ts'
import { refusalOf } from '../../api/errors.ts'
import { t } from '../../i18n/areas/team/people.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Avatar } from '../../ui/display/Avatar.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Menu, MenuItem } from '../../ui/overlays/Menu.tsx'
import { useDatasets } from '../dataset-list/use-datasets.ts'
import { useUser } from '../session/session.ts'
import styles from './PeoplePage.module.css'
import { useChange, type Workspace } from './use-people.ts'
import { WorkspaceNameDialog } from './WorkspaceNameDialog.tsx'

const SHOWN_AVATARS = 4

interface WorkspaceCardsProps {
  workspaces: readonly Workspace[]
  people: readonly Person[]
}

/** The workspaces with their members; owners create, rename and delete them. */
export function WorkspaceCards({ workspaces, people }: WorkspaceCardsProps) {
  const user = useUser()
  const [isMaking, setMaking] = useState(false)
  return (
    <section aria-label={t('people.workspaces')}>
      <ul className={styles.cards}>
        {workspaces.map((workspace) => (
          <WorkspaceCard
            key={workspace.id}
            workspace={workspace}
            members={people.filter((person) => person.workspaces.some(({ id }) => id === workspace.id))}
          />
        ))}
        {can(user, 'workspaces.manage') && (
          <li className={styles.newCard}>
            <Button icon={FolderPlus} onPress={() => setMaking(true)}>
              {t('people.workspace.new')}
            </Button>
          </li>
        )}
      </ul>
      {isMaking && <WorkspaceNameDialog onClose={() => setMaking(false)} />}
    </section>
  )
}

function WorkspaceCard({ workspace, members }: { workspace: Workspace; members: readonly Person[] }) {
  const user = useUser()
  const [open, setOpen] = useState<'rename' | 'delete'>()
  const { name } = workspace
  return (
    <li className={styles.card}>
      <header>
        <h2>{name}</h2>
        {can(user, 'workspaces.manage') && (
          <Menu
            label={t('people.workspace.actionsOf', { name })}
            trigger={<IconButton icon={Ellipsis} label={t('people.workspace.actionsOf', { name })} size="small" />}
          >
            <MenuItem onAction={() => setOpen('rename')}>{t('people.workspace.rename')}</MenuItem>
            <MenuItem isDanger onAction={() => setOpen('delete')}>
              {t('people.workspace.delete')}
            </MenuItem>
          </Menu>
        )}
      </header>
      <p className={styles.cardFoot}>
        <span className={styles.avatars} aria-hidden="true">
          {members.slice(0, SHOWN_AVATARS).map(({ username }) => (
            <Avatar key={username} username={username} />
          ))}
        </span>
        <span>{t('people.workspace.members', { count: members.length })}</span>
        <Link to={`/datasets?workspaces=${encodeURIComponent(name)}`}>{t('people.workspace.datasets')}</Link>
      </p>
      {open === 'rename' && <WorkspaceNameDialog workspace={workspace} onClose={() => setOpen(undefined)} />}
      {open === 'delete' && <DeleteDialog workspace={workspace} onClose={() => setOpen(undefined)} />}
    </li>
  )
}

/** Asks before a workspace is deleted or, while it has datasets, says what to do first. */
function DeleteDialog({ workspace: { id, name }, onClose }: { workspace: Workspace; onClose: () => void }) {
  const { rows, isLoading } = useDatasets()
  const count = rows.filter(({ workspace }) => workspace === name).length
  const remove = useChange({
    run: async () => {
      try {
        await deleteWorkspace(id)
      } catch (error) {
        // The server's message names only the id.
        throw refusalOf(error)?.status === 409 ? new Error(t('people.workspace.held', { name })) : error
      }
    },
    message: t('people.workspace.deleted', { name }),
  })
  const title = t('people.workspace.delete.title', { name })
  if (isLoading) return null
  if (count === 0)
    return (
      <ConfirmDialog
        title={title}
        action={t('people.workspace.delete')}
        onConfirm={() => remove.mutate()}
        onClose={onClose}
      >
        {t('people.workspace.delete.text')}
      </ConfirmDialog>
    )
  return (
    <Dialog title={title} isOpen onClose={onClose} footer={<Button onPress={onClose}>{t('ui.close')}</Button>}>
      <p>{t('people.workspace.delete.first', { name, count })}</p>
      <p>
        <Link to={`/datasets?workspaces=${encodeURIComponent(name)}`}>{t('people.workspace.datasets')}</Link>
      </p>
    </Dialog>
  )
}
