import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { DisagreementQuery, Disagreements } from '@postil/contract/feedback/team/agreement'
import type { NewDecisions, Resolution, ResponsesWithUsers } from '@postil/contract/feedback/team/resolutions'
import { namesById } from '@postil/domain/people/full-name'
import { api } from '../../client.ts'
import { type RecordResponse, toResponse } from '../record.ts'

export type { NewDecisions }

/** Records whose submitted answers differ. Like all functions here, throws what the client throws. */
export function fetchDisagreements(datasetId: string, query: DisagreementQuery = {}): Promise<Disagreements> {
  return api('GET /api/v1/datasets/{dataset_id}/disagreements', { params: { dataset_id: datasetId }, query })
}

/** A response to a record, and who gave it. */
export interface PersonsResponse extends RecordResponse {
  /** Undefined if the user was deleted. */
  person: string | undefined
  /** Undefined if the user was deleted. */
  userId: string | undefined
}

/** The submitted responses of all users to a record. */
export async function fetchResponses(recordId: string): Promise<PersonsResponse[]> {
  return withPeople(await api('GET /api/v1/records/{record_id}/responses', { params: { record_id: recordId } }))
}

/** The submitted responses of others to a record that the user has answered, where the dataset shows them. */
export async function fetchOthersResponses(recordId: string): Promise<PersonsResponse[]> {
  return withPeople(await api('GET /api/v1/records/{record_id}/responses/others', { params: { record_id: recordId } }))
}

function withPeople({ items, users }: ResponsesWithUsers): PersonsResponse[] {
  const names = namesById(users)
  return items.map((item) => {
    const person = names.get(item.user_id ?? '')
    return { ...toResponse(item), person, userId: person === undefined ? undefined : (item.user_id ?? undefined) }
  })
}

/** The decisions about a record that this user may see. */
export async function fetchResolutions(recordId: string): Promise<Resolution[]> {
  return (await api('GET /api/v1/records/{record_id}/resolutions', { params: { record_id: recordId } })).items
}

/** How many records that the user answered others have decided on since the user last looked. */
export function fetchNewDecisions(datasetId: string): Promise<NewDecisions> {
  return api('GET /api/v1/me/datasets/{dataset_id}/resolutions/new', { params: { dataset_id: datasetId } })
}

/** Note that the user has seen the decisions before a time. */
export async function noteDecisionsSeen(datasetId: string, untilMs: number): Promise<void> {
  await api('PUT /api/v1/me/datasets/{dataset_id}/resolutions/seen', {
    params: { dataset_id: datasetId },
    body: { until_ms: untilMs },
  })
}

/**
 * Decide the answer to one question about a record.
 *
 * @param knownAs - `updated_at` of the decision that it replaces, empty for none: refused (409) if there is another one by now
 */
export function saveResolution(
  recordId: string,
  questionId: string,
  value: AnswerValue,
  knownAs?: string,
): Promise<Resolution> {
  return api('PUT /api/v1/records/{record_id}/resolutions', {
    params: { record_id: recordId },
    query: { updated_at: knownAs },
    body: { question_id: questionId, value },
  })
}

/** Whether a record is gold, for leads. */
export async function fetchGold(recordId: string): Promise<boolean> {
  return (await api('GET /api/v1/records/{record_id}/gold', { params: { record_id: recordId } })).is_gold
}

/** Make a record gold, or ordinary again. */
export async function saveGold(recordId: string, isGold: boolean): Promise<void> {
  const params = { record_id: recordId }
  if (isGold) await api('PUT /api/v1/records/{record_id}/gold', { params })
  else await api('DELETE /api/v1/records/{record_id}/gold', { params })
}

/** Delete the decision about one question. @param knownAs - its `updated_at`: refused (409) if it was changed since */
export async function deleteResolution(recordId: string, questionId: string, knownAs?: string): Promise<void> {
  await api('DELETE /api/v1/records/{record_id}/resolutions/{question_id}', {
    params: { record_id: recordId, question_id: questionId },
    query: { updated_at: knownAs },
  })
}
