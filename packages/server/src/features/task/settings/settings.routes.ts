import type { TaskSettingsInput } from '@postil/contract/task/settings'
import { taskSettingsRoutes } from '@postil/contract/task/settings'
import { type BeforeWrite, handle } from '../../../http/calls/handle'
import type { TaskRead, TaskWrite } from '../task-call'
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
