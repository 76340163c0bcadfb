import { isRouteErrorResponse } from 'react-router'
import { type NormalisedError, normaliseError as normalise } from '../../api/normalise-error.ts'

export type { NormalisedError }

/** An error of the app's own routing, with the status its page shows. */
export class RouteError extends Error {
  override name = 'RouteError'
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

/** Any thrown thing as status and message, errors of the router included. */
export function normaliseError(error: unknown): NormalisedError {
  if (isRouteErrorResponse(error)) return { statusCode: error.status, message: error.statusText }
  return normalise(error)
}
