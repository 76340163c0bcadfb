import { labelChangeRoutes } from '@postil/contract/task/label-changes'
import { type TaskSettingsInput, taskSettingsRoutes } from '@postil/contract/task/settings'
import { type BeforeWrite, handle } from '../../../http/calls/handle'
import { listChanges, makeChange, previewChange, undoChange } from '../../options/option-changes.service'
import { assertOpen } from '../datasets/find-task-dataset'
import type { TaskRead, TaskWrite } from '../task-call'
import { labelOwner, readLabels } from './label-owner.service'
import { deleteSettings, findLabelsAhead, getSettings, saveSettings } from './settings.service'

const get = ({ db, found }: TaskRead) => getSettings(db, found('task_dataset'))
const save = {
  queriesBeforeTransaction: true as const,
  prepare: async (body: TaskSettingsInput, before?: BeforeWrite) => {
    // Considers all records but those that are written before the transaction begins.
    const inUse = body.label_schema ? await findLabelsAhead(before) : undefined
    return ({ tx, user, found }: TaskWrite) => saveSettings(tx, user, found('task_dataset'), body, inUse)
  },
}
const remove = async ({ tx, user, found }: TaskWrite) => {
  await deleteSettings(tx, user, found('task_dataset'))
  return null
}

/** Handlers of the settings, the same for both tasks and both path orders. */
export const taskSettingsHandlers = handle(taskSettingsRoutes, {
  getTextClassificationSettings: get,
  patchTextClassificationSettings: save,
  putTextClassificationSettings: save,
  deleteTextClassificationSettings: remove,
  getTextClassificationSettingsOld: get,
  putTextClassificationSettingsOld: save,
  deleteTextClassificationSettingsOld: remove,
  getTokenClassificationSettings: get,
  patchTokenClassificationSettings: save,
  putTokenClassificationSettings: save,
  deleteTokenClassificationSettings: remove,
  getTokenClassificationSettingsOld: get,
  putTokenClassificationSettingsOld: save,
  deleteTokenClassificationSettingsOld: remove,
})

export const labelChangeHandlers = handle(labelChangeRoutes, {
  previewLabelChange: async ({ context, found, body }) => {
    const dataset = assertOpen(found('task_dataset'))
    const db = context.engine.heavyDb
    return previewChange(db, labelOwner(dataset), await readLabels(db, dataset), body)
  },
  changeLabels: async ({ tx, user, found, body, later }) => {
    later({ work: 'runJobs' })
    return makeChange(tx, user, labelOwner(assertOpen(found('task_dataset'))), body)
  },
  undoLabelChange: async ({ tx, user, found, body, later }) => {
    later({ work: 'runJobs' })
    return undoChange(tx, user, labelOwner(assertOpen(found('task_dataset'))), body.id)
  },
  listLabelChanges: ({ db, found }) => listChanges(db, labelOwner(found('task_dataset'))),
})
