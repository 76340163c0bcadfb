import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { BIN_KEY, type DeletedDataset, type RestoredDataset, restoreDataset } from '../../api/bin.ts'
import { readError } from '../../api/error-to-notice.ts'
import { refusalOf } from '../../api/errors.ts'
import { queryKeys } from '../../api/keys.ts'
import { t } from '../../i18n/areas/datasets.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'

/**
 * Restores a deleted dataset, with a toast that says its current name and has a link to it. A failure is shown in a
 * toast, too.
 */
export function useRestore(): (deleted: Pick<DeletedDataset, 'id' | 'name'>) => Promise<void> {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async ({ id, name }) => {
    try {
      const restored = await restoreDataset(id)
      toasts.notify({
        type: 'success',
        message: t('bin.restored', { name: restored.name }),
        action: { label: t('bin.open'), run: () => void navigate(pathOf(restored)) },
      })
    } catch (error) {
      const isGone = refusalOf(error)?.status === 404
      const message = isGone ? t('bin.gone', { name }) : (readError(error).notices[0]?.message ?? t('bin.notRestored'))
      toasts.notify({ type: 'error', message })
    }
    await Promise.all([queryKeys.datasets(), BIN_KEY].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  }
}

function pathOf({ id, name, task, workspace }: RestoredDataset): string {
  return task === null ? `/dataset/${id}/annotation-mode` : `/datasets/${workspace.name}/${name}`
}
