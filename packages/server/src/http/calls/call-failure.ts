import type { ErrorCode } from '@postil/contract/errors'
import { codeOf, StaleReadError, StoreBusyError } from '../../db/engines/engine'
import { AppError, ShapeError } from '../../errors'
import type { CallFailure } from './call'

/** An error as plain data: structured cloning between threads loses the class and the own properties of errors. */
export function failureOf(cause: unknown): CallFailure {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  const { name, message, stack } = error
  const because = error.cause instanceof Error ? failureOf(error.cause) : undefined
  const base = { name, message, stack, code: codeOf(error), cause: because }
  if (error instanceof ShapeError) return { ...base, kind: 'shape', entries: error.entries }
  if (error instanceof AppError) return { ...base, kind: 'app', classic: error.classic }
  if (error instanceof StaleReadError) return { ...base, kind: 'stale' }
  return { ...base, kind: error instanceof StoreBusyError ? 'busy' : 'other' }
}

/** Recreate the error, with the class that `wire/error-reply.ts` and `db/engines/engine.ts` check for. */
export function errorOf(failure: CallFailure): Error {
  const error = make(failure)
  if (failure.stack !== undefined) error.stack = failure.stack
  return error
}

function make({ kind, name, message, code, classic, entries, cause }: CallFailure): Error {
  const options = cause && { cause: errorOf(cause) }
  switch (kind) {
    case 'shape':
      return new ShapeError(entries ?? [])
    case 'app':
      return Object.assign(new AppError(code as ErrorCode, message, { ...options, classic }), { name })
    case 'stale':
      return new StaleReadError(message, options)
    case 'busy':
      return new StoreBusyError(message, options)
    case 'other':
      return Object.assign(new Error(message, options), { name, ...(code !== '' && { code }) })
  }
}
