import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { createDataset } from '../../../api/feedback/managed-datasets.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import { reasonOf } from '../../../api/reason-of.ts'
import { t } from '../../../i18n/areas/datasets.ts'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextField } from '../../../ui/controls/TextField.tsx'
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx'
import { fetchMyWorkspaces } from '../../importing/engine/my-workspaces.ts'
import styles from './Dialogs.module.css'
import { checkDatasetName } from './RenameDatasetDialog.tsx'

/** Creates a draft without fields and questions, and opens its settings, where they are added and it is published. */
export function EmptyDatasetDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<string>()
  const workspaces = useQuery({ queryKey: ['my-workspaces'], queryFn: fetchMyWorkspaces })
  const workspaceId = chosen ?? workspaces.data?.[0]?.id
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: createDataset,
    meta: SILENT,
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.datasets() })
      void navigate(`/dataset/${id}/settings?tab=fields`)
    },
  })
  const problem = checkDatasetName(name)
  const noWorkspace = workspaces.isPending
    ? t('datasets.empty.waiting')
    : workspaces.isError
      ? t('datasets.empty.failed')
      : workspaceId
        ? undefined
        : t('datasets.empty.noWorkspace')
  return (
    <FormDialog
      title={t('datasets.empty.title')}
      action={t('datasets.empty.create')}
      isPending={isPending}
      disabledReason={noWorkspace ?? problem}
      onSubmit={() => workspaceId && mutate({ name, workspace_id: workspaceId })}
      onClose={onClose}
      className={styles.form}
    >
      <p>{t('datasets.empty.lead')}</p>
      <TextField
        label={t('datasets.name')}
        value={name}
        onChange={(next) => {
          reset()
          setName(next)
        }}
        error={name === '' ? undefined : (problem ?? (error ? reasonOf(error) : undefined))}
        autoComplete="off"
        spellCheck="false"
        autoFocus
      />
      <Select
        label={t('datasets.workspace')}
        value={workspaceId ?? null}
        onChange={setChosen}
        choices={(workspaces.data ?? []).map((one) => ({ value: one.id, label: one.name }))}
      />
    </FormDialog>
  )
}
