import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BIN_KEY, fetchBin } from '../../../api/bin.ts'
import { deleteClassicDataset } from '../../../api/classic/classic-datasets.ts'
import { refusalOf } from '../../../api/errors.ts'
import { deleteDataset } from '../../../api/feedback/managed-datasets.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import { reloadDatasets } from '../../../api/reload-datasets.ts'
import { t } from '../../../i18n/areas/datasets.ts'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import { useRestore } from '../../bin/use-restore.ts'
import type { DatasetRow } from '../dataset-row.ts'
import { ConfirmByName } from './ConfirmByName.tsx'

/** The parts of a dataset that deleting needs. */
export type DeletableDataset = Pick<DatasetRow, 'id' | 'kind' | 'name' | 'workspace'>

interface DeleteDatasetDialogProps {
  dataset: DeletableDataset
  onClose: () => void
  onDeleted?: () => void
}

/**
 * Deletes a dataset once its name has been typed, and offers to undo it. The result messages are the specification's.
 */
export function DeleteDatasetDialog({ dataset, onClose, onDeleted }: DeleteDatasetDialogProps) {
  const { id, kind, name, workspace } = dataset
  const queryClient = useQueryClient()
  const restore = useRestore()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      if (kind === 'Feedback') await deleteDataset(id)
      else await deleteClassicDataset({ workspace, name })
      // The reply to the deletion of a classic dataset does not contain its id: look it up in the bin. If that fails,
      // the deletion cannot be undone here.
      const { items } = await fetchBin().catch(() => ({ items: [] }))
      return items.find((item) => item.name === name && item.workspace.name === workspace)
    },
    meta: SILENT,
    onSuccess: (deleted) => {
      toasts.notify({
        type: 'success',
        message: t('datasets.deleted', { name }),
        ...(deleted && { action: { label: t('bin.undo'), run: () => restore(deleted) } }),
      })
      void queryClient.invalidateQueries({ queryKey: queryKeys.datasets() })
      void queryClient.invalidateQueries({ queryKey: BIN_KEY })
      onDeleted?.()
    },
    onError: (error) => {
      const status = refusalOf(error)?.status
      // Somebody else has deleted it: the page shows what is left.
      if (status === 404) reloadDatasets(queryClient)
      // A user without permission gets no message (spec section 6); the dataset stays in the list.
      if (status !== 403) toasts.notify({ type: 'error', message: t('datasets.notDeleted', { name }) })
    },
    onSettled: onClose,
  })
  return (
    <ConfirmByName
      title={t('datasets.deleteTitle')}
      action={t('datasets.deleteNow')}
      name={name}
      isPending={isPending}
      onConfirm={mutate}
      onClose={onClose}
    >
      <DeletionText name={name} workspace={workspace} />
    </ConfirmByName>
  )
}

/** A text about what a deletion does, and whether it can be undone. */
export function DeletionText({ name, workspace }: Pick<DeletableDataset, 'name' | 'workspace'>) {
  const { data } = useQuery({ queryKey: BIN_KEY, queryFn: fetchBin, meta: SILENT })
  const text = t('datasets.deleteText', { name, workspace })
  if (data === undefined) return text
  return `${text} ${data.days === 0 ? t('datasets.deleteForEver') : t('datasets.deleteForDays', { count: data.days })}`
}
