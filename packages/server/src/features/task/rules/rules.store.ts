import { sql } from 'kysely'
import { StaleReadError } from '../../../db/engines/engine'
import type { Db, Tx } from '../../../db/tables'
import type { TaskRuleTable } from '../../../db/task-tables'

export async function selectRules(db: Db, datasetId: string): Promise<TaskRuleTable[]> {
  return db.selectFrom('task_rules').selectAll().where('dataset_id', '=', datasetId).orderBy('seq').execute()
}

export async function selectRule(db: Db, datasetId: string, query: string): Promise<TaskRuleTable | undefined> {
  return db
    .selectFrom('task_rules')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .where('query', '=', query)
    .executeTakeFirst()
}

/** The number of rules of a dataset, and the total length of their queries in characters. */
export function measureRules(db: Db, datasetId: string): Promise<{ count: number; queriesLength: number }> {
  return db
    .selectFrom('task_rules')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(length(query)), 0)`.as('queriesLength'),
    ])
    .where('dataset_id', '=', datasetId)
    .executeTakeFirstOrThrow()
}

/**
 * Insert a rule.
 *
 * @returns false when the dataset already has a rule with this query
 */
export async function insertRule(tx: Tx, row: TaskRuleTable): Promise<boolean> {
  const done = await tx
    .insertInto('task_rules')
    .values(row)
    // Without columns: PostgreSQL compares digests of queries.
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return done.numInsertedOrUpdatedRows === 1n
}

/**
 * Change a rule.
 *
 * @throws StaleReadError when the rule was deleted since the transaction read it
 */
export async function updateRule(
  tx: Tx,
  datasetId: string,
  query: string,
  change: Partial<TaskRuleTable>,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('task_rules')
    .set(change)
    .where('dataset_id', '=', datasetId)
    .where('query', '=', query)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new StaleReadError('The rule was deleted meanwhile.')
}

export async function deleteRule(tx: Tx, datasetId: string, query: string): Promise<void> {
  await tx.deleteFrom('task_rules').where('dataset_id', '=', datasetId).where('query', '=', query).execute()
}
