const RANGE = 2 ** 32

/**
 * Where a record stands in a user's own order, as a weight: 1 for the first, near 0 for the last. The order goes by record id from the
 * user's own id round, and ids are random, so the weight is a stable number of its own for each user and record.
 */
export function ownWeight(userId: string, recordId: string): number {
  const behind = (startOf(recordId) - startOf(userId) + RANGE) % RANGE
  return 1 - behind / RANGE
}

function startOf(id: string): number {
  return Number.parseInt(id.slice(0, 8), 16)
}
