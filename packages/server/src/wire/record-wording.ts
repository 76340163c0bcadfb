/**
 * The messages about invalid records. The two generations of routes report the same rules in different words, which existing clients show
 * (feedback-api §3.4).
 */
export interface Wording {
  /** About a dataset that has to be published before records are added. */
  unpublished: string
  /** The order of validation: all parts of one record after the other, or one part of all records after the other. */
  order: 'by record' | 'by part'
  /** Wraps a message about fields or metadata of the record at this position. */
  record(position: number, message: string): string
  suggestions(position: number, message: string): string
  responses(position: number, message: string): string
  vectors(position: number, message: string): string
  unknownQuestion(questionId: string): string
  suggestion(question: { id: string; name: string }, message: string): string
  unknownUser(index: number, userId: string): string
  response(index: number, message: string): string
  unknownVector(name: string, datasetId: string): string
  /** The start of the message about a vector's size, and the text around it. */
  vectorSize(name: string): { subject: string; around(message: string): string }
}

const vectorAbsent = (name: string, datasetId: string) =>
  `vector with name=${name} does not exist for dataset_id=${datasetId}`

function single(prefix: (position: number, message: string) => string): Wording {
  const suggestion = (id: string, message: string) => `suggestion for question_id=${id} is not valid: ${message}`
  const vector = (name: string, message: string) => `vector with name=${name} is not valid: ${message}`
  return {
    unpublished: 'Records cannot be created for a non published dataset',
    order: 'by record',
    record: prefix,
    suggestions: prefix,
    responses: prefix,
    vectors: prefix,
    unknownQuestion: (id) => suggestion(id, `question_id=${id} does not exist`),
    suggestion: ({ id }, message) => suggestion(id, message),
    unknownUser: (index, userId) => `response at position ${index} is not valid: user_id=${userId} does not exist`,
    response: (index, message) => `response at position ${index} is not valid: ${message}`,
    unknownVector: (name, datasetId) => vector(name, vectorAbsent(name, datasetId)),
    vectorSize: (name) => ({ subject: 'vector', around: (message) => vector(name, message) }),
  }
}

/** For POST and PATCH of a dataset's records. */
export const LIST_WORDS = single(
  (position, message) => `Record at position ${position} is not valid because ${message}`,
)

/** For PATCH of one record. */
export const ONE_RECORD_WORDS = single((_, message) => message)

const relation = (what: string) => (position: number, message: string) =>
  `Record at position ${position} does not have valid ${what} because ${message}`

/** For POST and PUT of records/bulk. */
export const BULK_WORDS: Wording = {
  unpublished: 'records cannot be created for a non published dataset',
  order: 'by part',
  record: (position, message) => `record at position ${position} is not valid because ${message}`,
  suggestions: relation('suggestions'),
  responses: relation('responses'),
  vectors: relation('vectors'),
  unknownQuestion: (id) => `question with question_id=${id} does not exist`,
  suggestion: ({ name }, message) => `suggestion for question name=${name} is not valid: ${message}`,
  unknownUser: (_, userId) => `user with id ${userId} not found`,
  response: (_, message) => message,
  unknownVector: vectorAbsent,
  vectorSize: (name) => ({ subject: `vector value for vector name=${name}`, around: (message) => message }),
}

/** For PUT of records/bulk, about a dataset that has to be published first. */
export const UPSERT_UNPUBLISHED = 'records cannot be created or updated for a non published dataset'

/** About records that a call names twice. */
export const REPEATED_RECORDS = 'Found duplicate records IDs'

export function repeatedExternalIds(ids: Iterable<string>): string {
  return `found records with same external ids: ${[...ids].join(', ')}`
}

export function unknownRecords(ids: readonly string[]): string {
  return `Found records that do not exist: ${ids.join(', ')}`
}

/** About a new record without fields in PUT of records/bulk. */
export const NO_FIELDS = '1 validation error for RecordCreate\nfields\n  field required (type=value_error.missing)'
