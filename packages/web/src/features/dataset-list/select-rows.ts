import { type DatasetRow, KINDS } from './dataset-row.ts'
import { type ListState, type SortKey, tagText } from './list-state.ts'

/** A column that filters. */
export type FilterColumn = 'workspaces' | 'kinds' | 'tags'
const COLUMNS: readonly FilterColumn[] = ['workspaces', 'kinds', 'tags']

/** One value of a filter, and how many rows have it under the other filters. */
export interface ValueCount {
  value: string
  count: number
}

/** Rows that match the text and every filter: AND between columns, OR inside one. */
export function filterRows(rows: readonly DatasetRow[], state: ListState): DatasetRow[] {
  return rows.filter((row) => matchesText(row, state.q) && COLUMNS.every((column) => passes(row, state, column)))
}

/** Every value of a column with its current count; selected values stay even with a count of 0. */
export function countValues(rows: readonly DatasetRow[], state: ListState, column: FilterColumn): ValueCount[] {
  const others = COLUMNS.filter((other) => other !== column)
  const counts = new Map<string, number>()
  for (const value of state[column]) counts.set(value, 0)
  for (const row of rows) {
    const isCounted = matchesText(row, state.q) && others.every((other) => passes(row, state, other))
    for (const value of valuesOf(row, column)) counts.set(value, (counts.get(value) ?? 0) + (isCounted ? 1 : 0))
  }
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => words.compare(a.value, b.value))
}

/**
 * Rows sorted by the state; ties by name, so that the order is deterministic.
 *
 * @param leftOf - remaining records, undefined while unknown: such rows come last
 */
export function sortRows(
  rows: readonly DatasetRow[],
  { sort, isAscending }: Pick<ListState, 'sort' | 'isAscending'>,
  leftOf: (row: DatasetRow) => number | undefined,
): DatasetRow[] {
  const direction = isAscending ? 1 : -1
  return [...rows].sort((a, b) => {
    if (sort === 'left') return compareLeft(leftOf(a), leftOf(b), direction) || byName(a, b)
    return direction * compareBy[sort](a, b) || byName(a, b)
  })
}

const words = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const byName = (a: DatasetRow, b: DatasetRow) => words.compare(a.name, b.name) || words.compare(a.key, b.key)

const compareBy: Record<Exclude<SortKey, 'left'>, (a: DatasetRow, b: DatasetRow) => number> = {
  name: byName,
  workspace: (a, b) => words.compare(a.workspace, b.workspace),
  kind: (a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind),
  created: (a, b) => a.created.getTime() - b.created.getTime(),
  updated: (a, b) => a.updated.getTime() - b.updated.getTime(),
}

function compareLeft(a: number | undefined, b: number | undefined, direction: number): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  return direction * (a - b)
}

function matchesText(row: DatasetRow, q: string): boolean {
  const wanted = q.trim().toLowerCase()
  if (wanted === '') return true
  const texts = [row.name, row.workspace, ...row.tags.map(({ key, value }) => `${key}: ${value}`)]
  return texts.some((text) => text.toLowerCase().includes(wanted))
}

function passes(row: DatasetRow, state: ListState, column: FilterColumn): boolean {
  const chosen: readonly string[] = state[column]
  return chosen.length === 0 || valuesOf(row, column).some((value) => chosen.includes(value))
}

function valuesOf(row: DatasetRow, column: FilterColumn): readonly string[] {
  switch (column) {
    case 'workspaces':
      return [row.workspace]
    case 'kinds':
      return [row.kind]
    case 'tags':
      return row.tags.map(tagText)
  }
}
