import { isRouteErrorResponse } from 'react-router'
import { refusalOf } from '../../api/errors.ts'
import { type NormalisedError, normaliseError as normalise } from '../../api/normalise-error.ts'
import { t } from '../../i18n/index.ts'

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

/** Any thrown value as status and message, including errors of the router. A 403 gets a sentence of its own. */
export function normaliseError(error: unknown): NormalisedError {
  if (isRouteErrorResponse(error)) return { statusCode: error.status, message: error.statusText }
  if (refusalOf(error)?.status === 403) return { statusCode: 403, message: t('app.error.forbidden') }
  return normalise(error)
}
