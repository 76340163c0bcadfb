/** Which records are chosen, on whatever page they are. */
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

/**
 * Choose from the record where the range began to the one the keys go to; what the range held before and does not hold
 * now is taken back.
 *
 * @param from - the record the keys were at
 */
export function extendRange(selection: Selection, page: readonly string[], from: string, to: string): Selection {
  const anchor = page.find((id) => id === selection.anchor) ?? from
  const ids = new Set(selection.ids)
  for (const id of between(page, anchor, from)) ids.delete(id)
  for (const id of between(page, anchor, to)) ids.add(id)
  return { ids, anchor, isAll: false }
}

/** Choose the whole page, or take the page back when all of it is chosen. Other pages stay as they are. */
export function togglePage(selection: Selection, page: readonly string[]): Selection {
  const isOff = pageState(selection, page) === 'all'
  const others = [...selection.ids].filter((id) => !page.includes(id))
  return { ids: new Set(isOff ? others : [...others, ...page]), anchor: undefined, isAll: false }
}

/** Records chosen that are not on this page. */
export function chosenElsewhere({ ids }: Selection, page: readonly string[]): number {
  return ids.size - page.filter((id) => ids.has(id)).length
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
