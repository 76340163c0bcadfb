import { isObject } from '@postil/domain/is-object'
import { ApiError } from '@postil/sdk/errors'
import { CancelledError } from '@tanstack/react-query'
import { toasts } from '../ui/toast/toast-queue.ts'
import { causeOf } from './errors.ts'
import { normaliseError, readable } from './normalise-error.ts'

/** One toast about an error. */
interface ErrorNotice {
  type: 'error' | 'warning'
  message: string
}

/** What an error means to the user. */
export interface ErrorReading {
  /** The session is over: the user is logged out, which has a message of its own. */
  isSignedOut: boolean
  notices: readonly ErrorNotice[]
}

/** Stands for a message that is missing or no text for users (spec section 8). */
const UNKNOWN = 'Unknown'

/** The one place that decides what the user sees of a failed request; the texts are the specification's (section 8). */
export function readError(error: unknown): ErrorReading {
  const cause = causeOf(error)
  if (!(cause instanceof ApiError)) {
    const message = `Error: ${readable(normaliseError(cause).message) ?? UNKNOWN}`
    return { isSignedOut: false, notices: [{ type: 'error', message }] }
  }
  switch (cause.status) {
    case 401:
      return { isSignedOut: true, notices: [] }
    case 400:
      return { isSignedOut: false, notices: [{ type: 'error', message: linesOfParams(cause) }] }
    case 422:
      return { isSignedOut: false, notices: messagesOf422(cause).map((message) => ({ type: 'error', message })) }
    case 404:
      return { isSignedOut: false, notices: [{ type: 'warning', message: `Warning: ${detailText(cause)}` }] }
    default:
      return { isSignedOut: false, notices: [{ type: 'error', message: `Error: ${detailText(cause)}` }] }
  }
}

/** Show a toast about a failed request, after removing older toasts so that they do not hide it. */
export function showError(error: unknown): void {
  // The cache was cleared under a request, as when the session ended: nothing failed by itself.
  if (error instanceof CancelledError) return
  const { isSignedOut, notices } = readError(error)
  // The client has already ended the session and reports it.
  if (isSignedOut) return
  toasts.clear()
  for (const notice of notices) toasts.notify(notice)
}

function linesOfParams(error: ApiError): string {
  const params = Object.entries(paramsOf(error.detail))
  if (params.length === 0) return `Error: ${detailText(error)}`
  return params.map(([param, value]) => `Error ${param}: ${wordsOf(value)}`).join('\n')
}

function messagesOf422(error: ApiError): string[] {
  if (typeof error.detail === 'string') return [`Error: ${detailText(error)}`]
  const { errors } = paramsOf(error.detail)
  if (!Array.isArray(errors)) return [`Error: ${detailText(error)}`]
  return errors.map((entry) => `Error: ${typeof entry?.msg === 'string' ? entry.msg : UNKNOWN}`)
}

function detailText(error: ApiError): string {
  const { detail, message } = paramsOf(error.detail)
  const text = [error.detail, detail, message].find((one) => typeof one === 'string')
  return readable(typeof text === 'string' ? text : normaliseError(error).message) ?? UNKNOWN
}

function paramsOf(detail: unknown): Record<string, unknown> {
  const params = isObject(detail) ? detail.params : undefined
  return isObject(params) ? params : {}
}

/** A value as people write it: a list with commas, an object as its keys with their values. */
function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(wordsOf).join(', ')
  if (!isObject(value)) return String(value ?? '–')
  return Object.entries(value)
    .map(([key, part]) => `${key} ${wordsOf(part)}`)
    .join(', ')
}
