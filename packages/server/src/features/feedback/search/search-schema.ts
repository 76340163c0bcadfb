import type { QuestionSettings } from '@postil/contract/feedback/question-settings'
import type { SessionUser } from '../../../context'
import type { DatasetTable, Db } from '../../../db/tables'
import { InvalidError } from '../../../errors'
import { loadQuestions } from '../records/dataset-rules'
import { findKnownProperties, type KnownProperties } from './known-properties'

/** Everything of a dataset that a search may name, as one caller knows it. */
export interface SearchSchema {
  dataset: Pick<DatasetTable, 'id' | 'min_submitted'>
  properties: KnownProperties
  questions: readonly { id: string; name: string; settings: QuestionSettings }[]
}

export async function loadSearchSchema(
  db: Db,
  user: SessionUser,
  dataset: Pick<DatasetTable, 'id' | 'min_submitted'>,
): Promise<SearchSchema> {
  const [properties, questions] = await Promise.all([
    findKnownProperties(db, user, dataset.id),
    loadQuestions(db, dataset.id),
  ])
  return { dataset, properties, questions }
}

/** Throws `InvalidError` for a name that the dataset has not. */
export function getQuestion({ dataset, questions }: SearchSchema, name: string): SearchSchema['questions'][number] {
  const found = questions.find((question) => question.name === name)
  if (!found) throw new InvalidError(`Question with name \`${name}\` not found for dataset with id \`${dataset.id}\``)
  return found
}

/** Throws `InvalidError` for a property that the dataset has not, or that the caller may not see. */
export function getProperty({ dataset, properties }: SearchSchema, name: string): { name: string; isNumber: boolean } {
  const settings = properties.visible.get(name)
  if (!settings)
    throw new InvalidError(`Metadata property with name \`${name}\` not found for dataset with id \`${dataset.id}\``)
  return { name, isNumber: settings.type !== 'terms' }
}
