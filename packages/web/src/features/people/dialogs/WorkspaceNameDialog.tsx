import { LIMITS, PATTERNS } from '@postil/contract/limits'
import { useState } from 'react'
import { createWorkspace, renameWorkspace } from '../../../api/account/people.ts'
import { t } from '../../../i18n/areas/team/people.ts'
import { TextField } from '../../../ui/controls/TextField.tsx'
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx'
import { useChange, type Workspace } from '../use-people.ts'

/** Creates or renames a workspace. */
export function WorkspaceNameDialog({ workspace, onClose }: { workspace?: Workspace; onClose: () => void }) {
  const [name, setName] = useState(workspace?.name ?? '')
  const [isTried, setTried] = useState(false)
  const [taken, setTaken] = useState<string>()
  const change = useChange({
    run: () => (workspace ? renameWorkspace(workspace.id, name) : createWorkspace(name)),
    message: t(workspace ? 'people.workspace.renamed' : 'people.workspace.created', { name }),
    onDone: onClose,
    onTaken: () => setTaken(name),
    isRenaming: workspace !== undefined,
  })
  const isGood = PATTERNS.workspaceName.test(name) && name.length <= LIMITS.nameLength
  const error = !isGood ? t('people.workspace.bad') : name === taken ? t('people.workspace.taken') : undefined
  const submit = () => {
    setTried(true)
    if (error === undefined) change.mutate()
  }
  const title = workspace
    ? t('people.workspace.rename.title', { name: workspace.name })
    : t('people.workspace.new.title')
  return (
    <FormDialog
      title={title}
      action={t(workspace ? 'people.workspace.rename' : 'people.workspace.create')}
      isPending={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {workspace && <p>{t('people.workspace.rename.text')}</p>}
      <TextField
        label={t('people.workspace.name')}
        value={name}
        onChange={setName}
        error={isTried ? error : undefined}
        autoCapitalize="none"
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  )
}
