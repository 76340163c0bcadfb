/**
 * How a bad record is reported: the two generations of routes say the same in different words, and existing programs show them
 * (feedback-api §3.4).
 */
export interface Wording {
  /** Which part of each record is looked at first: all parts of one record, or one part of all records. */
  order: 'by record' | 'by part'
  /** Around a message about fields or metadata of the record at this position. */
  record(position: number, message: string): string
  suggestions(position: number, message: string): string
  responses(position: number, message: string): string
  vectors(position: number, message: string): string
  unknownQuestion(questionId: string): string
  suggestion(question: { id: string; name: string }, message: string): string
  unknownUser(index: number, userId: string): string
  response(index: number, message: string): string
  unknownVector(name: string, datasetId: string): string
  /** Start of the message about a vector's size, and what goes around it. */
  vectorSize(name: string): { subject: string; around(message: string): string }
}

const vectorAbsent = (name: string, datasetId: string) =>
  `vector with name=${name} does not exist for dataset_id=${datasetId}`

function single(prefix: (position: number, message: string) => string): Wording {
  const suggestion = (id: string, message: string) => `suggestion for question_id=${id} is not valid: ${message}`
  const vector = (name: string, message: string) => `vector with name=${name} is not valid: ${message}`
  return {
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

/** POST and PATCH of a dataset's records. */
export const LIST_WORDS = single(
  (position, message) => `Record at position ${position} is not valid because ${message}`,
)

/** PATCH of one record. */
export const ONE_RECORD_WORDS = single((_, message) => message)

const relation = (what: string) => (position: number, message: string) =>
  `Record at position ${position} does not have valid ${what} because ${message}`

/** POST and PUT of records/bulk. */
export const BULK_WORDS: Wording = {
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
