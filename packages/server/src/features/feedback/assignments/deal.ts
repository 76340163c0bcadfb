/** Somebody who may get records, and how many more at most; null for any number. */
interface Dealt {
  user_id: string
  left: number | null
}

/** What a portion of a deal begins with, and what it leaves for the next one. */
export interface DealState {
  people: Dealt[]
  perRecord: number
  /** Whose turn it is: an index of `people`. */
  next: number
}

/**
 * Who gets a record: people in turn, as many as it lacks. Changes the state, so that the next record goes on where this one ended.
 *
 * @param holders - who has it assigned already, or has answered it
 * @param answeredBy - who cannot get it, since they have a response to it
 */
export function deal(state: DealState, holders: ReadonlySet<string>, answeredBy: ReadonlySet<string>): string[] {
  const { people, perRecord } = state
  const given: string[] = []
  const first = state.next
  for (let turn = 0; turn < people.length && holders.size + given.length < perRecord; turn += 1) {
    const at = (first + turn) % people.length
    const person = people[at]
    if (!person || person.left === 0 || holders.has(person.user_id) || answeredBy.has(person.user_id)) continue
    given.push(person.user_id)
    if (person.left !== null) person.left -= 1
    state.next = (at + 1) % people.length
  }
  return given
}

/** True once nobody can get another record. */
export function isOver({ people }: DealState): boolean {
  return people.every(({ left }) => left === 0)
}
