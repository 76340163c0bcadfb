const RANGE = 2 ** 32

/**
 * The position of a record in a user's own order, as a weight: 1 for the first, near 0 for the last. The order is by record id, starting at
 * the user's own id and wrapping around. Ids are random, so each pair of user and record has a stable weight.
 */
export function ownWeight(userId: string, recordId: string): number {
  const behind = (startOf(recordId) - startOf(userId) + RANGE) % RANGE
  return 1 - behind / RANGE
}

function startOf(id: string): number {
  return Number.parseInt(id.slice(0, 8), 16)
}
