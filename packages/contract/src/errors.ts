/**
 * The catalogue of error codes, with the HTTP status of each. Programs distinguish errors by code, never by message. The server's
 * `wire/error-reply.ts` builds the replies (a string `detail`, or an object with `code` and `params`).
 */
export const ERROR_STATUS = {
  bad_request: 400,
  missing_workspace: 400,
  wrong_task: 400,
  invalid_text_search: 400,
  closed_dataset: 400,
  metadata_limit: 400,
  bulk_data: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  request_timeout: 408,
  conflict: 409,
  idempotency_mismatch: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  wrong_host: 421,
  invalid_shape: 422,
  invalid: 422,
  too_many_requests: 429,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS
