import { AppError, ConflictError, NotFoundError, ShapeError } from '../errors'

/** The classic family's errors in the form of its API (classic-api §1.2). Texts are free; names and params must stay as they are. */

/** No workspace in the query, the header or the body. */
export function missingWorkspace(): AppError {
  const message =
    'A workspace must be provided, as the query parameter "workspace" or in the X-Argilla-Workspace header'
  return new AppError('missing_workspace', message, {
    classic: { name: 'MissingInputParamError', params: { message } },
  })
}

export function entityNotFound(name: string, type: string, message = `${type} ${name} not found`): NotFoundError {
  return new NotFoundError(message, {
    classic: { name: 'EntityNotFoundError', params: { name, type } },
  })
}

export function entityExists(name: string, type: string, workspace?: string): ConflictError {
  const params = workspace === undefined ? { name, type } : { name, type, workspace }
  return new ConflictError(`${type} ${name} already exists`, { classic: { name: 'EntityAlreadyExistsError', params } })
}

/** The dataset in the path has another task than the path. */
export function wrongTask(task: string): AppError {
  const message = `Provided task ${task} cannot be applied to this dataset`
  return new AppError('wrong_task', message, { classic: { name: 'WrongTaskError', params: { message } } })
}

export function recordNotFound(dataset: string, id: string): NotFoundError {
  const params = { dataset, id, name: `${dataset}.${id}`, type: 'Record' }
  return new NotFoundError(`Record ${id} not found`, { classic: { name: 'RecordNotFound', params } })
}

export function badRequest(message: string): AppError {
  return new AppError('bad_request', message, { classic: { name: 'BadRequestError', params: { message } } })
}

/** A query that cannot be parsed, or that the store cannot execute. */
export function invalidTextSearch(message: string): AppError {
  return new AppError('invalid_text_search', message, {
    classic: { name: 'InvalidTextSearchError', params: { message } },
  })
}

export function closedDataset(name: string): AppError {
  return new AppError('closed_dataset', `The dataset ${name} is closed`, {
    classic: { name: 'ClosedDatasetError', params: { name } },
  })
}

export function metadataLimit(len: number, limit: number): AppError {
  const message = `Number of metadata keys (${len}) exceeds the limit of ${limit}`
  return new AppError('metadata_limit', message, {
    classic: { name: 'MetadataLimitExceededError', params: { len, limit } },
  })
}

export interface BulkFailure {
  reason: string
  caused_by: { type: string; reason: string }
}

/** Records with values that do not match the types already fixed for the dataset. */
export function bulkData(dataset: string, errors: BulkFailure[]): AppError {
  const message = `Cannot log data in dataset ${dataset}`
  return new AppError('bulk_data', message, { classic: { name: 'BulkDataError', params: { message, errors } } })
}

/** Violated rules about whole records, which are checked after the shapes (classic-api §4). The reply is a 422 in the same form. */
export function recordRules(problems: { index: number; path: (string | number)[]; message: string }[]): ShapeError {
  return new ShapeError(
    problems.map(({ index, path, message }) => ({
      loc: ['body', 'records', index, ...path],
      msg: message,
      type: 'value_error',
    })),
  )
}

/** The caller's copies of these records are outdated: they were changed or deleted meanwhile. */
export function recordsChanged(ids: readonly (string | number)[]): ConflictError {
  const message =
    ids.length === 1 ? 'The record was changed meanwhile.' : `${ids.length} records were changed meanwhile.`
  return new ConflictError(message, { classic: { name: 'RecordsChangedError', params: { message, ids: [...ids] } } })
}

/** Applying the rules, or removing their suggestions, was cancelled or has failed on another server. */
export function rulesStopped(message: string): ConflictError {
  return new ConflictError(message, { classic: { name: 'RulesStoppedError', params: { message } } })
}

/** The labels cannot be changed now, for instance while another change is running. */
export function labelsBusy(message: string): ConflictError {
  return new ConflictError(message, { classic: { name: 'LabelsBusyError', params: { message } } })
}
