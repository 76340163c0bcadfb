import { pyRepr } from '@postil/contract/python-text'
import type { ResourceKind } from '@postil/contract/route'
import { AppError, ConflictError, InvalidError, NotFoundError } from '../errors'

/**
 * Errors about users, workspaces and other resources, with the texts that old clients show or compare (feedback-api §1.5, classic-api
 * §1.2).
 */

const NAMES: Partial<Record<ResourceKind, string>> = {
  workspace: 'Workspace',
  user: 'User',
  dataset: 'Dataset',
  field: 'Field',
  question: 'Question',
  metadata_property: 'Metadata property',
  record: 'Record',
  response: 'Response',
  suggestion: 'Suggestion',
  deleted_dataset: 'Deleted dataset',
  deletion: 'Deletion',
}

/** The 404 for a missing resource. */
export function resourceNotFound(kind: ResourceKind, id: string): NotFoundError {
  const type = NAMES[kind] ?? kind
  const message =
    kind === 'vectors_settings' ? `Vector settings with \`${id}\` not found` : `${type} with id \`${id}\` not found`
  return new NotFoundError(message, { classic: { name: 'EntityNotFoundError', params: { name: id, type } } })
}

/** @param cause - the unique constraint violation, if that is how it was found */
export function usernameTaken(name: string, cause?: unknown): ConflictError {
  return alreadyExists(`Username \`${name}\` is not unique`, { name, type: 'User' }, cause)
}

/** @param cause - the unique constraint violation, if that is how it was found */
export function workspaceNameTaken(name: string, cause?: unknown): ConflictError {
  return alreadyExists(`Workspace name \`${name}\` is not unique`, { name, type: 'Workspace' }, cause)
}

export function alreadyMember(workspaceId: string, userId: string): ConflictError {
  return alreadyExists(`Workspace user with workspace_id \`${workspaceId}\` and user_id \`${userId}\` is not unique`, {
    name: userId,
    type: 'User',
  })
}

export function notMember(workspaceId: string, userId: string): NotFoundError {
  return new NotFoundError(`User with id \`${userId}\` not found in workspace with id \`${workspaceId}\``, {
    classic: { name: 'EntityNotFoundError', params: { name: userId, type: 'User' } },
  })
}

/** @param retryAfter - seconds until the next attempt is allowed */
export function tooManyAttempts(retryAfter: number): AppError {
  const message = `Too many failed attempts. Try again in ${retryAfter} s.`
  return new AppError('too_many_requests', message, {
    classic: { name: 'TooManyRequestsError', params: { retryAfter } },
  })
}

/** The error of one item of a bulk request that the caller may not write; other items may be saved. */
export const ITEM_FORBIDDEN = 'argilla.api.errors::ForbiddenOperationError(detail=Operation not allowed)'

/** Why somebody may neither read nor answer a record. */
export const ASSIGNED_TO_OTHERS = 'This record is assigned to other people.'

function alreadyExists(message: string, params: { name: string; type: string }, cause?: unknown): ConflictError {
  return new ConflictError(message, { cause, classic: { name: 'EntityAlreadyExistsError', params } })
}

/** For a span question of a field that the dataset does not have (feedback-api §4.3); lists are as Python writes them. */
export function unknownSpanField(field: string, known: readonly string[]): InvalidError {
  return new InvalidError(`'${field}' is not a valid field name.\nValid field names are ${pyRepr(known)}`)
}

/** For a change of options that names others than there are (feedback-api §4.4). */
export function unexpectedOptions(values: readonly string[]): InvalidError {
  return new InvalidError(`the option values cannot be modified. found unexpected option values: ${pyRepr(values)}`)
}
