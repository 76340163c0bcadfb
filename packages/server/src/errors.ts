import { ERROR_STATUS, type ErrorCode } from '@postil/contract/errors'

/** The object form of an error on the classic API: a class name and its params (classic-api §1.2). */
export interface ClassicForm {
  name: string
  params: Record<string, unknown>
}

export interface AppErrorOptions extends ErrorOptions {
  classic?: ClassicForm
}

/** Every failure a caller may see. Anything else thrown is a bug: logged in full, sent as a bare 500. */
export class AppError extends Error {
  override name = 'AppError'
  readonly status: number
  readonly classic: ClassicForm | undefined
  constructor(
    readonly code: ErrorCode,
    message: string,
    options: AppErrorOptions = {},
  ) {
    super(message, options)
    this.status = ERROR_STATUS[code]
    this.classic = options.classic
  }
}

/** One entry of a shape error: where, what, and the rule's type code (feedback-api §1.6). */
export interface ShapeEntry {
  loc: (string | number)[]
  msg: string
  type: string
  ctx?: Record<string, unknown>
}

/** The request does not have the shape of the route; lists every failure. */
export class ShapeError extends AppError {
  override name = 'ShapeError'
  constructor(readonly entries: ShapeEntry[]) {
    super('invalid_shape', entries.map((entry) => `${entry.loc.join('.')}: ${entry.msg}`).join('; '))
  }
}

export class UnauthenticatedError extends AppError {
  override name = 'UnauthenticatedError'
  constructor(message = 'Could not validate credentials') {
    super('unauthenticated', message)
  }
}

export class ForbiddenError extends AppError {
  override name = 'ForbiddenError'
  constructor(message = 'Operation not allowed') {
    super('forbidden', message)
  }
}

export class NotFoundError extends AppError {
  override name = 'NotFoundError'
  constructor(message: string, options: AppErrorOptions = {}) {
    super('not_found', message, options)
  }
}

export class ConflictError extends AppError {
  override name = 'ConflictError'
  constructor(message: string, options: AppErrorOptions = {}) {
    super('conflict', message, options)
  }
}

/** Well-formed, but against a rule of the domain (422 with a text). */
export class InvalidError extends AppError {
  override name = 'InvalidError'
  constructor(message: string, options: AppErrorOptions = {}) {
    super('invalid', message, options)
  }
}

/** Refuses a request but commits its transaction: changes before the refusal stay (classic-api §5.1). */
export class RefusedButKept extends Error {
  override name = 'RefusedButKept'
  constructor(readonly refusal: AppError) {
    super(refusal.message, { cause: refusal })
  }
}
