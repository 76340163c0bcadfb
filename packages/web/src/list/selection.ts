/** Which records are selected, across pages. */
export interface Selection {
  ids: ReadonlySet<string>
  /** The anchor of range selections: the record selected last. */
  anchor: string | undefined
  /** Every matching record is selected, not only those on the page. */
  isAll: boolean
}

export const NO_SELECTION: Selection = { ids: new Set(), anchor: undefined, isAll: false }

/** Toggle a record; with `isRange`, all records from the anchor to this one take its new state. */
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
 * Extend the range from its anchor to the record that gets the focus; records that leave the range are deselected.
 *
 * @param from - the record that had the focus
 */
export function extendRange(selection: Selection, page: readonly string[], from: string, to: string): Selection {
  const anchor = page.find((id) => id === selection.anchor) ?? from
  const ids = new Set(selection.ids)
  for (const id of between(page, anchor, from)) ids.delete(id)
  for (const id of between(page, anchor, to)) ids.add(id)
  return { ids, anchor, isAll: false }
}

/** Select the whole page, or deselect it when all of it is selected. Other pages keep their selection. */
export function togglePage(selection: Selection, page: readonly string[]): Selection {
  const isOff = pageState(selection, page) === 'all'
  const others = [...selection.ids].filter((id) => !page.includes(id))
  return { ids: new Set(isOff ? others : [...others, ...page]), anchor: undefined, isAll: false }
}

/** Selected records that are not on this page. */
export function chosenElsewhere({ ids }: Selection, page: readonly string[]): number {
  return ids.size - page.filter((id) => ids.has(id)).length
}

/** How much of the page is selected. */
export function pageState({ ids }: Selection, page: readonly string[]): 'none' | 'some' | 'all' {
  const count = page.filter((id) => ids.has(id)).length
  if (count === 0) return 'none'
  return count === page.length ? 'all' : 'some'
}

/** Select exactly these. */
export function selectOnly(recordIds: Iterable<string>): Selection {
  return { ids: new Set(recordIds), anchor: undefined, isAll: false }
}

function between(page: readonly string[], from: string | undefined, to: string): readonly string[] {
  const ends = [from === undefined ? -1 : page.indexOf(from), page.indexOf(to)]
  const [first = -1, last = -1] = ends.toSorted((one, other) => one - other)
  return first < 0 ? [to] : page.slice(first, last + 1)
}
