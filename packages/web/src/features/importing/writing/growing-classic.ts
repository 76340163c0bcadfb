import type { Task } from '@postil/contract/task/constants'
import type { ClassicPlan } from '@postil/importing/classic/plan'
import type { ClassicName } from '../../../api/classic/classic-datasets.ts'
import { fetchTaskDataset, fetchTaskSettings, searchTaskRecords } from '../../../api/classic/task-records.ts'
import { saveLabelSchema } from '../../../api/classic/task-settings.ts'

/** A classic dataset to which records are added. */
export interface GrowingClassic extends ClassicName {
  task: Task
  /** Whether its records have several labels; undefined while it has no records. */
  isMultiLabel: boolean | undefined
  /** Names of the label schema; undefined: every label is accepted. */
  labels: readonly string[] | undefined
}

/** Fetch the constraints that the records of a file must meet. */
export async function fetchGrowingClassic({ workspace, name }: ClassicName): Promise<GrowingClassic> {
  const { task } = await fetchTaskDataset({ workspace, name })
  const [settings, page] = await Promise.all([
    task === 'Text2Text' ? undefined : fetchTaskSettings({ workspace, name, task }),
    searchTaskRecords({ workspace, name, task }, { query: {}, sort: [], from: 0, limit: 1 }),
  ])
  const [first] = page.records
  return {
    workspace,
    name,
    task,
    isMultiLabel: first && 'multi_label' in first ? first.multi_label : undefined,
    labels: settings?.label_schema?.labels.map((label) => label.name),
  }
}

/** Labels of a file that are not in the label schema: records with them would be refused. */
export function newLabels({ labels }: GrowingClassic, plan: ClassicPlan): string[] {
  if (!labels) return []
  const known = new Set(labels)
  return (plan.labels ?? []).flatMap((label) => (known.has(label.name) ? [] : [label.name]))
}

/** Append the labels of a file to the current label schema. */
export async function addNewLabels(to: GrowingClassic, plan: ClassicPlan): Promise<void> {
  const added = newLabels(to, plan)
  if (added.length === 0) return
  const settings = await fetchTaskSettings(to)
  const names = (settings?.label_schema?.labels ?? []).map((label) => label.name)
  await saveLabelSchema(to, [...new Set([...names, ...added])], settings)
}
