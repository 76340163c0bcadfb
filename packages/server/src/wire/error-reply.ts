import { AppError, ShapeError } from '../errors'
import { PATH_WITH_TEXT_422 } from './python-client'

/** An HTTP status and the body that goes with it. */
export interface ErrorReply {
  status: number
  body: { detail: unknown }
}

const PREFIX = 'argilla.api.errors::'

/**
 * The only place that turns an error into its wire form: the v1 API sends domain errors as a text and framework errors as an object
 * (feedback-api §1.5), the classic API sends objects throughout (classic-api §1.2).
 */
export function errorReply(cause: unknown, path: string): ErrorReply {
  if (!(cause instanceof AppError))
    return {
      status: 500,
      body: object('GenericServerError', {
        type: 'builtins.Exception',
        message: 'Something went wrong on the server.',
      }),
    }
  const isV1 = path.startsWith('/api/v1/')
  const { status } = cause
  if (cause instanceof ShapeError && path === PATH_WITH_TEXT_422) return { status, body: { detail: cause.message } }
  if (cause instanceof ShapeError) return { status, body: object('ValidationError', { errors: cause.entries }) }
  if (cause.code === 'unauthenticated') return { status, body: object('UnauthorizedError', { detail: cause.message }) }
  if (cause.code === 'forbidden') return { status, body: object('ForbiddenOperationError', { detail: cause.message }) }
  if (isV1 || status === 429 || !hasClassicForm(cause)) return { status, body: { detail: cause.message } }
  return { status, body: object(classicName(cause), cause.classic?.params ?? { message: cause.message }) }
}

function object(name: string, params: Record<string, unknown>): { detail: unknown } {
  return { detail: { code: PREFIX + name, params } }
}

function hasClassicForm(error: AppError): boolean {
  return error.classic !== undefined || error.status === 400
}

function classicName(error: AppError): string {
  return error.classic?.name ?? (error.code === 'missing_workspace' ? 'MissingInputParamError' : 'BadRequestError')
}
