import { fullNameOf } from '@postil/domain/people/full-name'
import { can } from '@postil/domain/permissions'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { deleteWorkspace, type Person } from '../../api/account/people.ts'
import { refusalOf } from '../../api/errors.ts'
import { t } from '../../i18n/areas/team/people.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { PersonAvatar } from '../../ui/display/PersonAvatar.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Menu, MenuItem } from '../../ui/overlays/Menu.tsx'
import { useDatasets } from '../dataset-list/use-datasets.ts'
import { useUser } from '../session/session.ts'
import { MembersDialog } from './dialogs/MembersDialog.tsx'
import { WorkspaceNameDialog } from './dialogs/WorkspaceNameDialog.tsx'
import { useChange, type Workspace } from './use-people.ts'
import styles from './WorkspaceCards.module.css'

const SHOWN_AVATARS = 4
/** Cards shown at first; with one more only, all are. */
const SHOWN_CARDS = 6

interface WorkspaceCardsProps {
  workspaces: readonly Workspace[]
  people: readonly Person[]
}

/** The workspaces with their members and datasets; owners rename and delete them. */
export function WorkspaceCards({ workspaces, people }: WorkspaceCardsProps) {
  const { rows } = useDatasets()
  const [areAllShown, setAllShown] = useState(workspaces.length <= SHOWN_CARDS + 1)
  return (
    <section aria-label={t('people.workspaces')}>
      <ul className={styles.cards}>
        {workspaces.slice(0, areAllShown ? undefined : SHOWN_CARDS).map((workspace) => (
          <WorkspaceCard
            key={workspace.id}
            workspace={workspace}
            people={people}
            datasets={rows.filter((row) => row.workspace === workspace.name).length}
          />
        ))}
      </ul>
      {!areAllShown && workspaces.length > SHOWN_CARDS && (
        <Button variant="quiet" size="small" className={styles.allCards} onPress={() => setAllShown(true)}>
          {t('people.workspace.all', { count: workspaces.length })}
        </Button>
      )}
    </section>
  )
}

interface WorkspaceCardProps {
  workspace: Workspace
  people: readonly Person[]
  /** Number of datasets in it. */
  datasets: number
}

function WorkspaceCard({ workspace, people, datasets }: WorkspaceCardProps) {
  const user = useUser()
  const [open, setOpen] = useState<'members' | 'rename' | 'delete'>()
  const close = () => setOpen(undefined)
  const { name } = workspace
  const members = people.filter((person) => person.workspaces.some(({ id }) => id === workspace.id))
  const count = t('people.workspace.members', { count: members.length })
  return (
    <li className={styles.card}>
      <header>
        <h2 className={styles.cardName} title={name}>
          {name}
        </h2>
        <Menu
          label={t('people.workspace.actionsOf', { name })}
          trigger={<IconButton icon={Ellipsis} label={t('people.workspace.actionsOf', { name })} size="small" />}
        >
          <MenuItem onAction={() => setOpen('members')}>{t('people.members')}</MenuItem>
          {can(user, 'workspaces.manage') && (
            <>
              <MenuItem onAction={() => setOpen('rename')}>{t('people.workspace.rename')}</MenuItem>
              <MenuItem isDanger onAction={() => setOpen('delete')}>
                {t('people.workspace.delete')}
              </MenuItem>
            </>
          )}
        </Menu>
      </header>
      <p className={styles.cardFoot}>
        <button
          type="button"
          className={styles.members}
          onClick={() => setOpen('members')}
          aria-label={t('people.members.open', { members: count, name })}
        >
          <span className={styles.avatars} aria-hidden="true">
            {members.slice(0, SHOWN_AVATARS).map((member) => (
              <PersonAvatar key={member.id} name={fullNameOf(member) || member.username} username={member.username} />
            ))}
          </span>
          <span>{count}</span>
        </button>
        <Link to={`/datasets?workspaces=${encodeURIComponent(name)}`}>
          {t('people.workspace.datasets', { count: datasets })}
        </Link>
      </p>
      {open === 'members' && <MembersDialog workspace={workspace} people={people} onClose={close} />}
      {open === 'rename' && <WorkspaceNameDialog workspace={workspace} onClose={close} />}
      {open === 'delete' && <DeleteDialog workspace={workspace} onClose={close} />}
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
        <Link to={`/datasets?workspaces=${encodeURIComponent(name)}`}>{t('people.workspace.datasets', { count })}</Link>
      </p>
    </Dialog>
  )
}
