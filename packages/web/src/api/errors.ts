import type { Reply } from '@postil/domain/outbox/outcome'
import { ApiError, NetworkError } from '@postil/sdk/errors'
import { normaliseError } from './normalise-error.ts'

/** Error codes of failed repository calls (spec section 8). */
export const REPOSITORY_ERRORS = [
  'ERROR_FETCHING_FEEDBACK_DATASETS',
  'ERROR_FETCHING_WORKSPACES',
  'ERROR_FETCHING_DATASET_INFO',
  'ERROR_FETCHING_WORKSPACE_INFO',
  'ERROR_PATCHING_DATASET_GUIDELINES',
  'ERROR_DELETING_DATASET',
  'ERROR_FETCHING_FIELDS',
  'ERROR_PATCHING_FIELDS',
  'ERROR_FETCHING_METADATA_METRIC',
  'ERROR_FETCHING_METADATA',
  'ERROR_UPDATING_METADATA',
  'ERROR_FETCHING_QUESTIONS',
  'ERROR_PATCHING_QUESTIONS',
  'ERROR_FETCHING_RECORDS',
  'ERROR_FETCHING_RECORD_BY_ID',
  'ERROR_DELETING_RECORD_RESPONSE',
  'ERROR_UPDATING_RECORD_RESPONSE',
  'ERROR_CREATING_RECORD_RESPONSE',
  'ERROR_CREATING_RECORD_RESPONSE_BULK',
  'ERROR_FETCHING_VECTORS',
  'ERROR_PATCHING_VECTORS',
  'GET_AGENTS',
] as const
export type RepositoryErrorCode = (typeof REPOSITORY_ERRORS)[number]

/** A call of a repository failed; `cause` is what the client threw. */
export class RepositoryError extends Error {
  override name = 'RepositoryError'
  /** HTTP status, 500 when there was no answer. */
  readonly statusCode: number

  constructor(
    readonly code: RepositoryErrorCode,
    override readonly cause: unknown,
  ) {
    const { message, statusCode } = normaliseError(cause)
    super(message, { cause })
    this.statusCode = statusCode
  }
}

/** The cause of a RepositoryError, or the error itself. */
export function causeOf(error: unknown): unknown {
  return error instanceof RepositoryError ? error.cause : error
}

/** The server's error reply behind an error, if there is one. */
export function refusalOf(error: unknown): ApiError | undefined {
  const cause = causeOf(error)
  return cause instanceof ApiError ? cause : undefined
}

/** A failed request as a reply for the outbox. A bug counts as refused, so that the answer stays visible. */
export function replyOf(error: unknown): Reply {
  const cause = causeOf(error)
  if (cause instanceof NetworkError || (cause instanceof Error && cause.name === 'AbortError'))
    return { kind: 'noAnswer' }
  if (cause instanceof ApiError) return { kind: 'error', status: cause.status, messages: cause.messages }
  return { kind: 'error', status: 400, messages: [cause instanceof Error ? cause.message : String(cause)] }
}

/** Run a call and wrap any error in a RepositoryError with this code. Aborts are rethrown unchanged. */
export async function named<Result>(code: RepositoryErrorCode, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw error
    throw new RepositoryError(code, error)
  }
}
