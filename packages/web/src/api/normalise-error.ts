import { isObject } from '@postil/domain/is-object'

/** An error in the form that error pages and notices show. */
export interface NormalisedError {
  statusCode: number
  message: string
}

const DEFAULT_STATUS = 500

/**
 * Any thrown value as status and message (spec section 8): the message is the error's own, the error itself when it is
 * a string, or its JSON; the status is its `statusCode`, `status` or `response.status`, else 500.
 */
export function normaliseError(error: unknown): NormalisedError {
  return { statusCode: statusOf(error) ?? DEFAULT_STATUS, message: messageOf(error) }
}

/** A message as users may read it: undefined for a JSON dump. */
export function readable(message: string): string | undefined {
  return /^\s*(\{.*\}|\[.*\])\s*$/s.test(message) ? undefined : message
}

function statusOf(error: unknown): number | undefined {
  if (!isObject(error)) return undefined
  const response = isObject(error.response) ? error.response.status : undefined
  return [error.statusCode, error.status, response].find((status) => typeof status === 'number')
}

function messageOf(error: unknown): string {
  if (typeof error === 'string') return error
  if (isObject(error) && typeof error.message === 'string' && error.message !== '') return error.message
  return JSON.stringify(error) ?? String(error)
}
