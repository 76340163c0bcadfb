import type { Relabel } from '@postil/domain/options/option-list'
import { aboutDataset, logEvent } from '../../../db/events'
import type { Db, Tx } from '../../../db/tables'
import type { TaskRuleTable } from '../../../db/task-tables'
import type { ReplacedRow } from '../../options/option-owner'
import { toRuleBody } from './rules.service'
import { selectRules, updateRule } from './rules.store'

/** The rules that assign a label. */
export async function rulesWith(db: Db, datasetId: string, label: string): Promise<TaskRuleTable[]> {
  return (await selectRules(db, datasetId)).filter((rule) => labelsOf(rule).includes(label))
}

/** Replace a label in all rules. The queries of rules are not changed. The log says that this user did it. */
export async function relabelRules(
  tx: Tx,
  datasetId: string,
  { from, to }: Relabel,
  userId: string,
): Promise<ReplacedRow[]> {
  const replaced: ReplacedRow[] = []
  for (const rule of await rulesWith(tx, datasetId, from)) {
    const labels = JSON.stringify([...new Set(labelsOf(rule).map((label) => (label === from ? to : label)))])
    await setLabels(tx, rule, labels, userId)
    replaced.push({ kind: 'rule', key: rule.query, before: rule.labels, mark: labels })
  }
  return replaced
}

/**
 * Restore the labels of rules that have not been changed since.
 *
 * @returns the number of restored rules
 */
export async function restoreRules(
  tx: Tx,
  datasetId: string,
  rows: readonly ReplacedRow[],
  userId: string,
): Promise<number> {
  const kept = new Map(rows.filter((row) => row.kind === 'rule').map((row) => [row.key, row]))
  if (kept.size === 0) return 0
  let restored = 0
  for (const rule of await selectRules(tx, datasetId)) {
    const row = kept.get(rule.query)
    if (row?.mark !== rule.labels) continue
    await setLabels(tx, rule, row.before, userId)
    restored += 1
  }
  return restored
}

async function setLabels(tx: Tx, rule: TaskRuleTable, labels: string, userId: string): Promise<void> {
  await updateRule(tx, rule.dataset_id, rule.query, { labels })
  await logEvent(tx, {
    ...{ kind: 'task_rule.update', ...aboutDataset({ id: userId }, { id: rule.dataset_id }) },
    before: toRuleBody(rule),
    after: toRuleBody({ ...rule, labels }),
  })
}

function labelsOf(rule: Pick<TaskRuleTable, 'labels'>): string[] {
  return JSON.parse(rule.labels)
}
