import { UnreadableFileError } from '@postil/importing/read/detect-format'
import { ApiError, NetworkError } from '@postil/sdk/errors'
import type { Failure } from './messages.ts'

/** An error as data. */
export function toFailure(error: unknown): Failure {
  if (error instanceof ApiError)
    return { name: error.name, message: error.message, status: error.status, body: error.body }
  if (error instanceof Error) return { name: error.name, message: error.message }
  return { name: 'Error', message: String(error) }
}

/** Restore the error, with its class where the page distinguishes classes. */
export function fromFailure({ name, message, status, body }: Failure): Error {
  if (status !== undefined) return new ApiError(status, body, message.split(' answered ')[0] ?? '')
  switch (name) {
    case 'UnreadableFileError':
      return new UnreadableFileError(message)
    case 'NetworkError':
      return new NetworkError(message)
    case 'AbortError':
      return new DOMException(message, 'AbortError')
    default:
      return new Error(message)
  }
}

/** Why a worker failed: an error event with a message is an error in its code; without one the code failed to load. */
export function endOfWorker({ message }: { message?: string }): Error {
  return message ? new Error(message) : new NetworkError('The code of the worker did not come.')
}
