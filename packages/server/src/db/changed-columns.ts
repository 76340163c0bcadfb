/**
 * The columns of a requested change that differ from the stored row; undefined columns stay as they are. When no column differs, nothing is
 * written and `updated_at` stays as it is.
 */
export function changedColumns<Row extends object, Key extends keyof Row>(
  row: Row,
  wanted: { [K in Key]: Row[K] | undefined },
): Partial<Pick<Row, Key>> {
  const changed: Partial<Pick<Row, Key>> = {}
  for (const key in wanted) if (wanted[key] !== undefined && wanted[key] !== row[key]) changed[key] = wanted[key]
  return changed
}

/** True when no column changes. */
export function isUnchanged(changed: object): boolean {
  return Object.keys(changed).length === 0
}
