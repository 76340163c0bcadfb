import type { TaskSettingsInput } from '@postil/contract/task/settings'
import { taskSettingsRoutes } from '@postil/contract/task/settings'
import type { SessionUser } from '../../../context'
import type { Db, Tx } from '../../../db/tables'
import { handle } from '../../../http/handle'
import type { FoundTaskDataset } from '../datasets/find-task-dataset'
import { deleteSettings, getSettings, saveSettings } from './settings.service'

interface Read {
  db: Db
  found(kind: 'task_dataset'): FoundTaskDataset
}

interface Write extends Read {
  tx: Tx
  user: SessionUser
}

const get = ({ db, found }: Read) => getSettings(db, found('task_dataset'))
const save = ({ tx, user, found, body }: Write & { body: TaskSettingsInput }) =>
  saveSettings(tx, user, found('task_dataset'), body)
const remove = async ({ tx, user, found }: Write) => {
  await deleteSettings(tx, user, found('task_dataset'))
  return null
}

/** The same handlers for both tasks and both path orders. */
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
