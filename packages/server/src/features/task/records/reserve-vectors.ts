import { TASK_LIMITS } from '@postil/contract/task/constants'
import type { Tx } from '../../../db/tables'
import { badRequest } from '../../../wire/classic-errors'
import { insertVectorNames, selectVectorNames } from './fields.store'

/**
 * Declare names and dimensions of vectors before any is logged. Throws 400 for too many names, and when the dimensions of a name differ.
 */
export async function reserveVectors(
  tx: Tx,
  datasetId: string,
  vectors: Record<string, number | { dim: number }>,
): Promise<void> {
  const known = await selectVectorNames(tx, datasetId)
  const added = new Map<string, number>()
  for (const [name, size] of Object.entries(vectors)) {
    const dimensions = typeof size === 'number' ? size : size.dim
    const before = known.get(name)
    if (before !== undefined && before !== dimensions)
      throw badRequest(`The vector ${name} has ${before} dimensions already`)
    if (before === undefined) added.set(name, dimensions)
  }
  if (added.size > 0 && known.size + added.size > TASK_LIMITS.vectorNames)
    throw badRequest(`Cannot create more than ${TASK_LIMITS.vectorNames} kind of vectors per dataset`)
  await insertVectorNames(tx, datasetId, added)
}
