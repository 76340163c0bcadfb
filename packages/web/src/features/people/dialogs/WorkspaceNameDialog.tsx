import { LIMITS, PATTERNS } from '@postil/contract/limits'
import { type FormEvent, useState } from 'react'
import { createWorkspace, renameWorkspace } from '../../../api/account/people.ts'
import { t } from '../../../i18n/areas/team/people.ts'
import { useOfflineReason } from '../../../ui/browser/use-offline-reason.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { TextField } from '../../../ui/controls/TextField.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { useChange, type Workspace } from '../use-people.ts'

/** Creates or renames a workspace. */
export function WorkspaceNameDialog({ workspace, onClose }: { workspace?: Workspace; onClose: () => void }) {
  const [name, setName] = useState(workspace?.name ?? '')
  const [isTried, setTried] = useState(false)
  const offlineReason = useOfflineReason()
  const change = useChange({
    run: () => (workspace ? renameWorkspace(workspace.id, name) : createWorkspace(name)),
    message: t(workspace ? 'people.workspace.renamed' : 'people.workspace.created', { name }),
    onDone: onClose,
  })
  const isGood = PATTERNS.workspaceName.test(name) && name.length <= LIMITS.nameLength
  const submit = () => {
    setTried(true)
    if (isGood && !change.isPending) change.mutate()
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  const title = workspace
    ? t('people.workspace.rename.title', { name: workspace.name })
    : t('people.workspace.new.title')
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button variant="primary" isPending={change.isPending} disabledReason={offlineReason} onPress={submit}>
            {t(workspace ? 'people.workspace.rename' : 'people.workspace.create')}
          </Button>
        </>
      }
    >
      <form onSubmit={handleSubmit} noValidate>
        {workspace && <p>{t('people.workspace.rename.text')}</p>}
        <TextField
          label={t('people.workspace.name')}
          value={name}
          onChange={setName}
          error={isTried && !isGood ? t('people.workspace.bad') : undefined}
          autoCapitalize="none"
          autoComplete="off"
          autoFocus
        />
      </form>
    </Dialog>
  )
}
