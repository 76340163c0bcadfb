import type { RecordPatch } from '@postil/contract/feedback/records'
import { pyFloatText } from '@postil/contract/python-text'
import type { Json } from '@postil/contract/shapes'
import type { TaskQuery } from '@postil/contract/task/query'
import type { DeleteBody } from '@postil/contract/task/task-records'
import { rawJson } from '../http/bodies/raw-json'

/** Behaviour that the Python client expects beyond the rules of the API. */

/** The version that the API reports: the client warns when major.minor differs from its own (classic-api §2). */
export const VERSION = '1.29.1'

/** The only path whose 422 the client reads as a text; an object makes it fail with a KeyError (python-client §1.1). */
export const PATH_WITH_TEXT_422 = '/api/users'

/** The client opens the workspace `argilla` for a user of that name (python-client §1.2). */
export function workspaceOpenedFor(username: string): string | undefined {
  return username === 'argilla' ? 'argilla' : undefined
}

/**
 * Escape the percent signs in a path that begin no escape sequence: the client puts queries of labelling rules into paths unescaped, such
 * as `50%` (python-client §1.7). Paths with escape sequences that are not valid UTF-8 stay as they are, and are refused.
 */
export function escapeLonePercents(url: string): string {
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  if (!path.includes('%')) return url
  return path.replace(/%(?![0-9a-f]{2})/gi, '%25') + (end < 0 ? '' : url.slice(end))
}

/** A float with its decimal point, even when whole: strict clients refuse `1` where a float is declared (feedback-api §10.1). */
export function floatToWire(value: number | null): Json {
  return value === null ? null : rawJson(pyFloatText(value))
}

/** Whether the reply to a change of a record contains its responses: not if only suggestions were changed (feedback-api §3.3). */
export function showsResponses({ metadata, vectors }: RecordPatch): boolean {
  return metadata !== undefined || (vectors !== undefined && vectors !== null)
}

/** The query of the records to delete, which may be wrapped in `query`: the client sends it this way when it retries with marking. */
export function unwrapQuery(asked: DeleteBody | undefined): TaskQuery {
  const { query, ...bare } = asked ?? {}
  const isBare = Object.values(bare).some((value) => value !== undefined && value !== null)
  return query && !isBare ? query : bare
}
