/** Which records are chosen. */
export interface Selection {
  ids: ReadonlySet<string>
  /** Where a range begins: the record chosen last. */
  anchor: string | undefined
  /** Every record that matches, not only those on the page. */
  isAll: boolean
}

export const NO_SELECTION: Selection = { ids: new Set(), anchor: undefined, isAll: false }

/** Choose a record or take it back; with a range, all from the one before to this one become as this one becomes. */
export function toggleRecord(
  selection: Selection,
  page: readonly string[],
  recordId: string,
  isRange = false,
): Selection {
  const isOn = !selection.ids.has(recordId)
  const range = isRange ? between(page, selection.anchor, recordId) : [recordId]
  const ids = new Set(selection.ids)
  for (const id of range) {
    if (isOn) ids.add(id)
    else ids.delete(id)
  }
  return { ids, anchor: recordId, isAll: false }
}

/** Choose the whole page, or nothing when all of it is chosen. */
export function togglePage(selection: Selection, page: readonly string[]): Selection {
  return pageState(selection, page) === 'all'
    ? NO_SELECTION
    : { ids: new Set([...selection.ids, ...page]), anchor: undefined, isAll: false }
}

/** How much of the page is chosen. */
export function pageState({ ids }: Selection, page: readonly string[]): 'none' | 'some' | 'all' {
  const count = page.filter((id) => ids.has(id)).length
  if (count === 0) return 'none'
  return count === page.length ? 'all' : 'some'
}

/** Choose exactly these. */
export function selectOnly(recordIds: Iterable<string>): Selection {
  return { ids: new Set(recordIds), anchor: undefined, isAll: false }
}

function between(page: readonly string[], from: string | undefined, to: string): readonly string[] {
  const ends = [from === undefined ? -1 : page.indexOf(from), page.indexOf(to)]
  const [first = -1, last = -1] = ends.toSorted((one, other) => one - other)
  return first < 0 ? [to] : page.slice(first, last + 1)
}
