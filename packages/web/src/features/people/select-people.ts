import { fullNameOf } from '@postil/domain/people/full-name'
import { ROLES_BY_RIGHTS } from '@postil/domain/permissions'
import type { Person } from '../../api/account/people.ts'
import { parseServerTime } from '../../api/server-time.ts'
import type { ValueCount } from '../dataset-list/select-rows.ts'
import type { PeopleState, PersonState, SortKey } from './list-state.ts'

/** A column that filters. */
type FilterColumn = 'workspaces' | 'roles' | 'states'
const COLUMNS: readonly FilterColumn[] = ['workspaces', 'roles', 'states']

/** People who match the text and every filter: AND between columns, OR inside one. */
export function filterPeople(people: readonly Person[], state: PeopleState): Person[] {
  return people.filter((person) => hasText(person, state.q) && COLUMNS.every((column) => passes(person, state, column)))
}

/**
 * The current count of each value of a column.
 *
 * @param values - all values, in the order to show; chosen ones are added even if nobody has them
 */
export function countPeople(
  people: readonly Person[],
  state: PeopleState,
  column: FilterColumn,
  values: readonly string[],
): ValueCount[] {
  const others = COLUMNS.filter((other) => other !== column)
  const counted = people.filter(
    (person) => hasText(person, state.q) && others.every((other) => passes(person, state, other)),
  )
  const counts = new Map([...values, ...state[column]].map((value) => [value, 0]))
  for (const person of counted)
    for (const value of valuesOf(person, column)) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].map(([value, count]) => ({ value, count }))
}

/**
 * People in the order of a state; ties by name, so that the order is deterministic.
 *
 * @param answers - number of recent answers by id; undefined while they load
 */
export function sortPeople(
  people: readonly Person[],
  { sort, isAscending }: { sort: SortKey; isAscending: boolean },
  answers?: Readonly<Record<string, number>>,
): Person[] {
  const direction = isAscending ? 1 : -1
  const compare: Record<SortKey, (a: Person, b: Person) => number> = {
    name: byName,
    role: (a, b) => ROLES_BY_RIGHTS.indexOf(b.role) - ROLES_BY_RIGHTS.indexOf(a.role),
    seen: (a, b) => seenOf(a) - seenOf(b),
    answers: (a, b) => (answers?.[a.id] ?? 0) - (answers?.[b.id] ?? 0),
  }
  return [...people].sort((a, b) => direction * compare[sort](a, b) || byName(a, b))
}

/** Whether a person's names have a text. */
export function hasText(person: Person, text: string): boolean {
  const wanted = text.trim().toLowerCase()
  return `${person.username} ${fullNameOf(person)}`.toLowerCase().includes(wanted)
}

// Whether a person can sign in.
function stateOf({ disabled_at }: Person): PersonState {
  return disabled_at === null ? 'active' : 'disabled'
}

const words = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const byName = (a: Person, b: Person) =>
  words.compare(fullNameOf(a), fullNameOf(b)) || words.compare(a.username, b.username)

/** When somebody was last seen, in milliseconds. Who was never seen comes before the others, and who is disabled before them. */
function seenOf({ last_seen_at, disabled_at }: Person): number {
  if (disabled_at !== null) return -1
  return last_seen_at === null ? 0 : parseServerTime(last_seen_at).getTime()
}

function passes(person: Person, state: PeopleState, column: FilterColumn): boolean {
  const chosen: readonly string[] = state[column]
  return chosen.length === 0 || valuesOf(person, column).some((value) => chosen.includes(value))
}

function valuesOf(person: Person, column: FilterColumn): readonly string[] {
  switch (column) {
    case 'workspaces':
      return person.workspaces.map(({ name }) => name)
    case 'roles':
      return [person.role]
    case 'states':
      return [stateOf(person)]
  }
}
