import type { OptionChange, OptionChangeBody } from '@postil/contract/options'
import type { TaskSettingsBody } from '@postil/contract/task/settings'
import { LabelError, withAddedLabels, withOrder } from '@postil/domain/task-editing/edit-labels'
import { type GlobalLabel, listLabels, retiredLabels, schemaLabels } from '@postil/domain/task-editing/labels'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ClassicDataset } from '../../../api/classic/classic-datasets.ts'
import { fetchTaskSettings } from '../../../api/classic/task-records.ts'
import { changeLabels, saveLabelSchema } from '../../../api/classic/task-settings.ts'
import { followChange, labelCalls } from '../../../api/feedback/option-changes.ts'
import { queryKeys } from '../../../api/keys.ts'
import { normaliseError } from '../../../api/normalise-error.ts'
import { SILENT } from '../../../api/query-client.ts'
import { reasonOf } from '../../../api/reason-of.ts'
import { t } from '../../../i18n/areas/classic/explore.ts'
import { toasts } from '../../../ui/toast/toast-queue.ts'

/** A change of the list of labels. */
export interface LabelChange {
  type: 'add' | 'order'
  texts: readonly string[]
}

/**
 * Change the list of labels. With a label schema the change can be undone; without one a first schema is saved. The list is fetched again
 * before saving, so that labels added meanwhile by others are kept. The result is reported in the specification's words.
 *
 * @param shown - the labels on the screen, whether they are saved in the label schema or not
 */
export function useSaveLabels(dataset: ClassicDataset, shown: readonly GlobalLabel[]) {
  const queryClient = useQueryClient()
  const { name, workspace, task } = dataset
  const place = { name, workspace, task }
  const queryKey = queryKeys.taskSettings(place)
  const calls = labelCalls(place)

  const undo = useMutation({
    mutationFn: async (id: string) => followChange(calls, await calls.undo(id)),
    onSuccess: () => toasts.notify({ type: 'success', message: t('labels.undone') }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  const save = async ({ type, texts }: LabelChange): Promise<OptionChangeBody | undefined> => {
    const settings = await fetchTaskSettings(place).catch((cause: unknown) => {
      throw type === 'add' ? new Error(t('labels.notAdded'), { cause }) : cause
    })
    const saved = schemaLabels(settings) ?? []
    const shownTexts = listLabels(shown).map(({ text }) => text)
    const names = type === 'add' ? withAddedLabels(saved, shownTexts, texts) : withOrder(saved, texts)
    const refused = (cause: unknown) => {
      if (cause instanceof LabelError) throw cause
      throw new Error(t('labels.notSaved', { status: String(normaliseError(cause).statusCode), name, task }), { cause })
    }
    if (saved.length === 0) {
      queryClient.setQueryData(queryKey, { settings: await saveLabelSchema(place, names, settings).catch(refused) })
      return undefined
    }
    let change: OptionChangeBody | undefined
    const changes = type === 'add' ? addingTo(settings, names) : [{ kind: 'reorder' as const, order: names }]
    for (const one of changes) change = await changeLabels(calls, one).catch(refused)
    // Only the latest change can be undone.
    return changes.length === 1 ? change : undefined
  }
  return useMutation({
    mutationFn: save,
    meta: SILENT,
    onSuccess: async (change) => {
      // Update the screen first: a user who reads that the label was added may press its key immediately.
      if (change) await queryClient.invalidateQueries({ queryKey })
      const action = change && { label: t('labels.undo'), run: () => undo.mutate(change.id) }
      toasts.notify({ type: 'success', message: t('labels.updated'), ...(action && { action }) })
    },
    onError: (error, { texts }) => {
      void queryClient.invalidateQueries({ queryKey })
      tell(error, texts)
    },
  })
}

/** The changes that add the new ones of these names. Retired names are offered again. */
function addingTo(settings: TaskSettingsBody | undefined, names: readonly string[]): OptionChange[] {
  const saved = new Set(schemaLabels(settings))
  const retired = new Set(retiredLabels(settings))
  const added = names.filter((name) => !saved.has(name))
  const options = added.filter((name) => !retired.has(name)).map((value) => ({ value }))
  return [
    ...added.filter((name) => retired.has(name)).map((value) => ({ kind: 'restore' as const, value })),
    ...(options.length > 0 ? [{ kind: 'add' as const, options }] : []),
  ]
}

function tell(error: Error, texts: readonly string[]): void {
  if (!(error instanceof LabelError)) {
    toasts.notify({ type: 'error', message: reasonOf(error) })
    return
  }
  switch (error.code) {
    case 'LABEL_ALREADY_EXIST':
      toasts.notify({ type: 'info', message: t('labels.exist', { labels: texts.join(', ') }) })
      return
    // A user without permission gets no message (spec section 6), and there was nothing to save.
    case 'NOT_ALLOWED_TO_UPDATE_LABELS':
    case 'LABEL_SCHEMA_IS_EMPTY':
  }
}
