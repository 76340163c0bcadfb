/** Standard deviations on either side that hold 95 % of a normal distribution. */
export const NORMAL_95 = 1.959963985

/**
 * The 95 % confidence interval of a share by the score method (Wilson 1927, "Probable inference, the law of succession, and statistical
 * inference"). Unlike the bootstrap it is never a point, also when all or none of the cases count.
 *
 * @param hits - number of cases that count, of `total`; may be a fraction, such as a mean over records
 * @param total - at least 1
 */
export function wilsonInterval(hits: number, total: number): [number, number] {
  const share = hits / total
  const square = NORMAL_95 ** 2 / total
  const middle = share + square / 2
  const reach = Math.sqrt(square * (share * (1 - share) + square / 4))
  const bound = (value: number) => Math.min(1, Math.max(0, value / (1 + square)))
  return [bound(middle - reach), bound(middle + reach)]
}

/**
 * The greatest share of cases that may count although none of `total` did, at 95 % confidence: the exact upper bound of Clopper and Pearson
 * (1934) for no hit, which is near 3.7 / total. (The "rule of three", 3 / total, is its one-sided form.)
 */
export function mostUnseen(total: number): number {
  return 1 - 0.025 ** (1 / total)
}
