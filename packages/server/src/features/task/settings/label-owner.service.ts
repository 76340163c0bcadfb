import type { TaskSettingsBody } from '@postil/contract/task/settings'
import { LABEL_RULES, labelOptions, withLabelOptions } from '@postil/domain/options/label-options'
import type { OptionList } from '@postil/domain/options/option-list'
import type { Db, Tx } from '../../../db/tables'
import type { TaskDatasetRow } from '../../../db/task-tables'
import { badRequest, labelsBusy } from '../../../wire/classic-errors'
import { NOTHING, type OptionOwner } from '../../options/option-owner'
import { nextVersion, nextVersionInJob } from '../datasets/next-version'
import { countHolding, findHolding, relabelRecords, restoreRecords } from '../records/relabel-records.service'
import { relabelRules, restoreRules, rulesWith } from '../rules/relabel-rules.service'
import { selectSettings, upsertSettings } from './settings.store'

type Schema = NonNullable<TaskSettingsBody['label_schema']>

/** The option owner for the labels of a classic dataset; undefined without a label schema, or when the dataset was deleted. */
export async function findLabelOwner(db: Db, datasetId: string): Promise<OptionOwner | undefined> {
  const settings = await selectSettings(db, datasetId)
  const dataset = await db.selectFrom('task_datasets').select('id').where('id', '=', datasetId).executeTakeFirst()
  return dataset && settings?.label_schema && labelOwner({ id: datasetId })
}

/** The option owner for the labels of an existing dataset. Without a label schema, every change fails. */
export function labelOwner({ id }: Pick<TaskDatasetRow, 'id'>): OptionOwner {
  const save = async (tx: Tx, schema: Schema) => {
    await upsertSettings(tx, id, { ...(await selectSettings(tx, id)), label_schema: schema })
    return JSON.stringify(schema)
  }
  return {
    datasetId: id,
    questionId: null,
    eventKind: 'task_labels.list',
    rules: LABEL_RULES,
    refuse: badRequest,
    conflict: labelsBusy,
    // Every writer of records first locks the row of their dataset.
    lock: async (tx, { waits } = { waits: false }) => {
      // A request waits; the job that applies its change does not.
      await (waits ? nextVersion(tx, id) : nextVersionInJob(tx, id))
      const schema = await getSchema(tx, id)
      return { list: labelOptions(schema), text: JSON.stringify(schema) }
    },
    save: async (tx, list) => save(tx, withLabelOptions(await getSchema(tx, id), list)),
    restore: async (tx, text) => {
      await save(tx, JSON.parse(text))
    },
    find: (db, value, after, limit) => findHolding(db, id, value, after, limit),
    count: (db, value, keys) => countHolding(db, id, value, keys),
    countApart: async (db, value) => ({ ...NOTHING, rules: (await rulesWith(db, id, value)).length }),
    relabel: (tx, relabel, keys, userId) => relabelRecords(tx, id, relabel, keys, userId),
    relabelApart: async (tx, relabel, userId) => {
      const replaced = await relabelRules(tx, id, relabel, userId)
      return { replaced, touched: { ...NOTHING, rules: replaced.length } }
    },
    putBack: async (tx, rows, userId) => ({
      ...NOTHING,
      records: await restoreRecords(tx, id, rows, userId),
      rules: await restoreRules(tx, id, rows, userId),
    }),
  }
}

/** The current labels of a dataset. Throws 400 when there is no label schema. */
export async function readLabels(db: Db, { id }: Pick<TaskDatasetRow, 'id'>): Promise<OptionList> {
  return labelOptions(await getSchema(db, id))
}

async function getSchema(db: Db, datasetId: string): Promise<Schema> {
  const settings = await selectSettings(db, datasetId)
  if (!settings?.label_schema) throw badRequest('Save the labels of this dataset first.')
  return settings.label_schema
}
