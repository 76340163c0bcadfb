import type { TaskSettingsBody } from '@postil/contract/task/settings'
import { LabelError, withAddedLabels, withOrder } from '@postil/domain/task-editing/edit-labels'
import { type GlobalLabel, listLabels, schemaLabels } from '@postil/domain/task-editing/labels'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ClassicDataset } from '../../../api/classic-datasets.ts'
import { queryKeys } from '../../../api/keys.ts'
import { normaliseError } from '../../../api/normalise-error.ts'
import { SILENT } from '../../../api/query-client.ts'
import { fetchTaskSettings } from '../../../api/task-records.ts'
import { saveLabelSchema } from '../../../api/task-settings.ts'
import { t } from '../../../i18n/explore.ts'
import { toasts } from '../../../ui/toast/toast-queue.ts'

/** What happens to the list of labels. */
export interface LabelChange {
  type: 'add' | 'order'
  texts: readonly string[]
}

/**
 * Change the label schema of a dataset. The list is read anew before it is saved, since the whole of it is sent: labels that
 * somebody else added meanwhile stay. What became of it is told in the specification's words.
 *
 * @param shown - the labels on the screen, saved or not
 */
export function useSaveLabels(dataset: ClassicDataset, shown: readonly GlobalLabel[]) {
  const queryClient = useQueryClient()
  const { name, workspace, task } = dataset
  const place = { name, workspace, task }
  const queryKey = queryKeys.taskSettings(place)

  const save = async ({ type, texts }: LabelChange): Promise<TaskSettingsBody> => {
    const settings = await fetchTaskSettings(place).catch((cause: unknown) => {
      throw type === 'add' ? new Error(t('labels.notAdded'), { cause }) : cause
    })
    const saved = schemaLabels(settings) ?? []
    const shownTexts = listLabels(shown).map(({ text }) => text)
    const names = type === 'add' ? withAddedLabels(saved, shownTexts, texts) : withOrder(saved, texts)
    return saveLabelSchema(place, names, settings).catch((cause: unknown) => {
      if (cause instanceof LabelError) throw cause
      throw new Error(t('labels.notSaved', { status: String(normaliseError(cause).statusCode), name, task }), { cause })
    })
  }
  return useMutation({
    mutationFn: save,
    meta: SILENT,
    onSuccess: (settings) => {
      queryClient.setQueryData(queryKey, { settings })
      toasts.notify({ type: 'success', message: t('labels.updated') })
    },
    onError: (error, { texts }) => {
      void queryClient.invalidateQueries({ queryKey })
      tell(error, texts)
    },
  })
}

function tell(error: Error, texts: readonly string[]): void {
  if (!(error instanceof LabelError)) {
    toasts.notify({ type: 'error', message: error.message })
    return
  }
  switch (error.code) {
    case 'LABEL_ALREADY_EXIST':
      toasts.notify({ type: 'info', message: t('labels.exist', { labels: texts.join(', ') }) })
      return
    // Who may not is not told (spec section 6), and there was nothing to save.
    case 'NOT_ALLOWED_TO_UPDATE_LABELS':
    case 'LABEL_SCHEMA_IS_EMPTY':
  }
}
