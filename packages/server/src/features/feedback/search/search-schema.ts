import type { QuestionSettings } from '@postil/contract/feedback/settings/question-settings'
import type { SessionUser } from '../../../context'
import type { DatasetTable, Db } from '../../../db/tables'
import { InvalidError } from '../../../errors'
import type { Completion, NotifiedUser } from '../../../search/record-query'
import { loadQuestions } from '../common/dataset-rules'
import { findPropertiesFor, type KnownProperties } from '../records/list-query/known-properties'
import { notifiedUser } from '../resolutions/new-decisions'
import { completionFor, seenBy } from '../resolutions/seen-resolutions'

/** The parts of a dataset that a search may name, from the view of one caller. */
export interface SearchSchema {
  dataset: Pick<DatasetTable, 'id'>
  completion: Completion
  /** Whose doubts the caller may know; undefined: those of all users. */
  doubtsOf: string | undefined
  /** The decisions that the caller is notified of. */
  notified: NotifiedUser
  properties: KnownProperties
  questions: readonly { id: string; name: string; settings: QuestionSettings }[]
}

/** The parts of the schema that a search needs; others are not read. */
export interface SchemaNeeds {
  properties: boolean
  questions: boolean
}

export async function loadSearchSchema(
  db: Db,
  user: SessionUser,
  dataset: Pick<DatasetTable, 'id' | 'min_submitted' | 'hand_out'>,
  needs: SchemaNeeds,
): Promise<SearchSchema> {
  const [properties, questions] = await Promise.all([
    findPropertiesFor(db, user, dataset.id, needs.properties),
    needs.questions ? loadQuestions(db, dataset.id) : [],
  ])
  const doubtsOf = seenBy(user).userId
  return {
    dataset,
    completion: completionFor(user, dataset),
    doubtsOf,
    notified: notifiedUser(user),
    properties,
    questions,
  }
}

/** Throws `InvalidError` for users who may not know which records are gold; always the same, whether or not there are any. */
export function assertSeesGold({ notified }: SearchSchema): void {
  if (!notified.seesGold) throw new InvalidError('Only leads can find records by whether they are gold')
}

/** Look up a question by name. Throws `InvalidError` for a name that does not exist in the dataset. */
export function getQuestion({ dataset, questions }: SearchSchema, name: string): SearchSchema['questions'][number] {
  const found = questions.find((question) => question.name === name)
  if (!found) throw new InvalidError(`Question with name \`${name}\` not found for dataset with id \`${dataset.id}\``)
  return found
}

/**
 * Look up a metadata property by name. Throws `InvalidError` for one that does not exist in the dataset, or that the caller may not see.
 */
export function getProperty(
  { dataset, properties }: SearchSchema,
  name: string,
): { name: string; isNumber: boolean; isWhole: boolean } {
  const settings = properties.visible.get(name)
  if (!settings)
    throw new InvalidError(`Metadata property with name \`${name}\` not found for dataset with id \`${dataset.id}\``)
  return { name, isNumber: settings.type !== 'terms', isWhole: settings.type === 'integer' }
}
