import { useState } from 'react'
import type { PersonsResponse } from '../../api/feedback/team/resolutions.ts'
import { t } from '../../i18n/areas/team/disagreements.ts'

type NamedResponse = PersonsResponse & { name: string }

/**
 * The responses with the name of each person, in alphabetical order, so that a key means the same person in most records. Hidden names are
 * letters, dealt out anew for each record by the random ids of the responses, so that neither a letter nor a position tells a person.
 *
 * Responses that come while the record is shown are the last, in both cases: the keys and letters of the others stay as they are.
 */
export function useNamed(responses: readonly PersonsResponse[], areHidden: boolean): NamedResponse[] {
  // A number for each response: the later it came, the higher.
  const [rounds, setRounds] = useState<ReadonlyMap<string, number>>(new Map())
  const isNew = ({ id }: PersonsResponse) => !rounds.has(id ?? '')
  if (responses.some(isNew))
    setRounds(new Map([...rounds, ...responses.filter(isNew).map(({ id }) => [id ?? '', rounds.size] as const)]))
  const byRound = (one: PersonsResponse, other: PersonsResponse) =>
    (rounds.get(one.id ?? '') ?? 0) - (rounds.get(other.id ?? '') ?? 0)
  if (!areHidden)
    return responses
      .map((one) => ({ ...one, name: one.person ?? t('disagreements.somebody') }))
      .sort((one, other) => byRound(one, other) || one.name.localeCompare(other.name))
  return responses
    .toSorted((one, other) => byRound(one, other) || ((one.id ?? '') < (other.id ?? '') ? -1 : 1))
    .map((one, at) => ({ ...one, name: letterOf(at) }))
}

/** A to Z, then A2 to Z2, and so on. */
function letterOf(at: number): string {
  const round = Math.floor(at / 26)
  return `${String.fromCharCode(65 + (at % 26))}${round > 0 ? round + 1 : ''}`
}
