import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Metadata } from '@postil/contract/feedback/record-parts'
import type { Response } from '@postil/contract/feedback/responses'
import type { Suggestion } from '@postil/contract/feedback/suggestions'
import type { History } from '@postil/contract/feedback/team/history'
import type { Resolution } from '@postil/contract/feedback/team/resolutions'
import { api } from '../../client.ts'
import { toResponse } from '../record.ts'
import { saveGold } from './resolutions.ts'

export type { History }

/** The history of a record, latest change first. Throws what the client throws. */
export function fetchHistory(recordId: string): Promise<History> {
  return api('GET /api/v1/records/{record_id}/history', { params: { record_id: recordId } })
}

interface ThenAndNow<Kind extends string, State> {
  kind: Kind
  /** Its state at an earlier time; null for none. */
  then: State | null
  /** Its state as far as the history tells; null for none. */
  now: State | null
}

/** The vectors that a change of a record replaced. */
export interface FormerVectors {
  kind: 'vectors'
  /** The number of the change. */
  change: number
  /** The number of the newest change of vectors in the history. */
  latest: number
}

/** A part of a record as it was once, and as it is now. */
export type RecordPart =
  | ThenAndNow<'response', Response>
  | ThenAndNow<'suggestion', Suggestion>
  | ThenAndNow<'resolution', Resolution>
  | ThenAndNow<'gold', { record_id: string }>
  | ThenAndNow<'metadata', { metadata: Metadata | null }>
  | FormerVectors

/**
 * Make a part of a record as it was then. Each change but that of the gold mark is conditional: if the part has changed
 * since the history was loaded, the server refuses it with a conflict. Throws what the client throws.
 *
 * @param recordVersion - `updated_at` of the record in the history
 * @returns what could not be restored with it, as sentences
 */
export async function restorePart(
  recordId: string,
  part: RecordPart,
  recordVersion: string,
): Promise<readonly string[]> {
  if (part.kind === 'vectors') {
    const query = { vectors_before: part.change, vectors_known: part.latest }
    const params = { record_id: recordId }
    const { left_out = [] } = await api('PATCH /api/v1/records/{record_id}', { params, query, body: {} })
    return left_out
  }
  await restoreState(recordId, part, recordVersion)
  return []
}

async function restoreState(
  recordId: string,
  part: Exclude<RecordPart, FormerVectors>,
  recordVersion: string,
): Promise<void> {
  const params = { record_id: recordId }
  if (part.kind === 'gold') return saveGold(recordId, part.then !== null)
  const query = { updated_at: part.kind === 'metadata' ? recordVersion : (part.now?.updated_at ?? '') }
  switch (part.kind) {
    case 'response': {
      const { then, now } = part
      if (then && now)
        await api('PUT /api/v1/responses/{response_id}', { params: { response_id: now.id }, query, body: bodyOf(then) })
      else if (then)
        await api('POST /api/v1/records/{record_id}/responses', {
          params,
          query: { user_id: then.user_id ?? undefined },
          body: bodyOf(then),
        })
      else if (now) await api('DELETE /api/v1/responses/{response_id}', { params: { response_id: now.id }, query })
      return
    }
    case 'suggestion': {
      const { then, now } = part
      if (then) {
        const { question_id, type, agent } = then
        const [value, score] = [then.value as AnswerValue, then.score as number | number[] | null]
        await api('PUT /api/v1/records/{record_id}/suggestions', {
          params,
          query,
          body: { question_id, value, type, agent, score },
        })
      } else if (now)
        await api('DELETE /api/v1/suggestions/{suggestion_id}', { params: { suggestion_id: now.id }, query })
      return
    }
    case 'resolution': {
      const { then, now } = part
      if (then)
        await api('PUT /api/v1/records/{record_id}/resolutions', {
          params,
          query,
          body: { question_id: then.question_id, value: then.value as AnswerValue },
        })
      else if (now)
        await api('DELETE /api/v1/records/{record_id}/resolutions/{question_id}', {
          params: { ...params, question_id: now.question_id },
          query,
        })
      return
    }
    case 'metadata':
      await api('PATCH /api/v1/records/{record_id}', {
        params,
        query,
        body: { metadata: part.then?.metadata ?? null },
      })
  }
}

function bodyOf(response: Response) {
  const { status, values } = toResponse(response)
  return { status, values }
}
