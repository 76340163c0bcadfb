import type { FieldValues, Metadata, Vectors } from '@postil/contract/feedback/record-parts'
import type { UserResponse } from '@postil/contract/feedback/responses'
import type { SuggestionCreate } from '@postil/contract/feedback/suggestions'
import type { FieldText } from '@postil/domain/answers/asked-question'
import { checkResponse } from '@postil/domain/answers/check-response'
import { checkSuggestion } from '@postil/domain/answers/check-suggestion'
import { checkFields } from '@postil/domain/records/check-fields'
import { checkMetadata } from '@postil/domain/records/check-metadata'
import { InvalidError } from '../../../errors'
import type { Wording } from '../../../wire/record-wording'
import type { DatasetRules } from '../common/dataset-rules'

/** The parts of one record that will be written. */
export interface RecordToCheck {
  /** Absent when the fields are not written. */
  fields?: FieldValues
  metadata?: Metadata | null
  suggestions?: SuggestionCreate[] | null
  responses?: UserResponse[] | null
  vectors?: Vectors | null
  /** The texts that spans refer to: the fields that were sent, or the stored ones. */
  fieldText: FieldText
}

type Part = (item: RecordToCheck) => string | undefined

/**
 * Validate records before any of them is written.
 *
 * @param userIds - those of the named users in whose name the caller may store responses
 * @throws InvalidError for the first violated rule, with the message of the route
 */
export function assertRecords(
  items: readonly RecordToCheck[],
  rules: DatasetRules,
  userIds: ReadonlySet<string>,
  words: Wording,
): void {
  const parts: [around: Wording['record'], check: Part][] = [
    [words.record, (item) => checkOwnParts(item, rules)],
    [words.suggestions, (item) => checkSuggestions(item, rules, words)],
    [words.responses, (item) => checkResponses(item, rules, userIds, words)],
    [words.vectors, (item) => checkVectors(item, rules, words)],
  ]
  if (words.order === 'by part') for (const part of parts) assertEach(items, [part])
  else assertEach(items, parts)
}

function assertEach(items: readonly RecordToCheck[], parts: [around: Wording['record'], check: Part][]): void {
  for (const [position, item] of items.entries())
    for (const [around, check] of parts) {
      const message = check(item)
      if (message !== undefined) throw new InvalidError(around(position, message))
    }
}

function checkOwnParts({ fields, metadata, suggestions }: RecordToCheck, rules: DatasetRules): string | undefined {
  const failure =
    (fields && checkFields(rules.fields, fields)) ?? (metadata ? checkMetadata(rules.metadata, metadata) : undefined)
  if (failure) return failure
  const questionIds = suggestions?.map(({ question_id }) => question_id) ?? []
  return new Set(questionIds).size < questionIds.length ? 'found duplicate suggestions question IDs' : undefined
}

function checkSuggestions(item: RecordToCheck, rules: DatasetRules, words: Wording): string | undefined {
  for (const suggestion of item.suggestions ?? []) {
    const question = rules.questionsById.get(suggestion.question_id)
    if (!question) return words.unknownQuestion(suggestion.question_id)
    const message = checkSuggestion(question.settings, suggestion, item.fieldText)
    if (message) return words.suggestion(question, message)
  }
  return undefined
}

function checkResponses(
  item: RecordToCheck,
  rules: DatasetRules,
  userIds: ReadonlySet<string>,
  words: Wording,
): string | undefined {
  for (const [index, response] of (item.responses ?? []).entries()) {
    if (!userIds.has(response.user_id)) return words.unknownUser(index, response.user_id)
    const message = checkResponse(rules.questions, response, item.fieldText)
    if (message) return words.response(index, message)
  }
  return undefined
}

function checkVectors(item: RecordToCheck, rules: DatasetRules, words: Wording): string | undefined {
  for (const [name, value] of Object.entries(item.vectors ?? {})) {
    const settings = rules.vectorsByName.get(name)
    if (!settings) return words.unknownVector(name, rules.datasetId)
    const { subject, around } = words.vectorSize(name)
    const message = checkVectorSize(subject, settings.dimensions, value)
    if (message) return around(message)
  }
  return undefined
}

/**
 * Check that a vector has as many elements as its settings require. Returns the API's error message if not, which begins with `subject`.
 */
function checkVectorSize(subject: string, dimensions: number, value: readonly number[]): string | undefined {
  if (value.length === dimensions) return undefined
  return `${subject} must have ${dimensions} elements, got ${value.length} elements`
}
