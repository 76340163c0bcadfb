import { parseMetadataSettings } from '@postil/contract/feedback/settings/metadata-settings'
import { parseQuestionSettings, type QuestionSettings } from '@postil/contract/feedback/settings/question-settings'
import type { AskedQuestion } from '@postil/domain/answers/asked-question'
import type { ConfiguredField } from '@postil/domain/records/check-fields'
import type { MetadataRules } from '@postil/domain/records/check-metadata'
import type { DatasetTable, Db } from '../../../db/tables'
import { RecentMap } from '../../../search/recent-map'
import { listFields } from '../fields/fields.service'
import { listMetadataProperties } from '../metadata-properties/metadata-properties.service'
import { listQuestions } from '../questions/questions.service'
import { listVectorsSettings } from '../vectors-settings/vectors-settings.service'

export interface RuledQuestion extends AskedQuestion {
  id: string
}

interface RuledVectors {
  id: string
  name: string
  dimensions: number
}

/** The parts of a dataset that its records are validated against, read once per request. */
export interface DatasetRules {
  datasetId: string
  fields: ConfiguredField[]
  questions: RuledQuestion[]
  questionsById: ReadonlyMap<string, RuledQuestion>
  metadata: MetadataRules
  vectorsByName: ReadonlyMap<string, RuledVectors>
}

export async function loadDatasetRules(
  db: Db,
  dataset: Pick<DatasetTable, 'id' | 'allow_extra_metadata'>,
): Promise<DatasetRules> {
  const fields = await listFields(db, dataset.id)
  const questions = await loadQuestions(db, dataset.id)
  const properties = await listMetadataProperties(db, dataset.id)
  const vectors = await listVectorsSettings(db, dataset.id)
  return {
    datasetId: dataset.id,
    fields: fields.map(({ name, required }) => ({ name, required: required === 1 })),
    questions,
    questionsById: new Map(questions.map((question) => [question.id, question])),
    metadata: {
      datasetId: dataset.id,
      properties: new Map(properties.map(({ name, settings }) => [name, parseMetadataSettings(settings)])),
      allowExtra: dataset.allow_extra_metadata === 1,
    },
    vectorsByName: new Map(vectors.map((one) => [one.name, one])),
  }
}

/** The questions of a dataset, in the order in which answers are validated. */
export async function loadQuestions(db: Db, datasetId: string): Promise<RuledQuestion[]> {
  const rows = await listQuestions(db, datasetId)
  return rows.map(({ id, name, required, settings }) => ({
    id,
    name,
    required: required === 1,
    settings: parsedSettings(settings),
  }))
}

/** Settings by their text, since every answer needs them, and parsing them takes longer than reading them. They must not be changed. */
const parsed = new RecentMap<QuestionSettings>(50)
/** Longer ones are not cached, which limits the memory for them. */
const MOST_CHARS = 100_000

function parsedSettings(text: string): QuestionSettings {
  const known = parsed.get(text)
  if (known) return known
  const settings = parseQuestionSettings(text)
  if (text.length <= MOST_CHARS) parsed.set(text, settings)
  return settings
}
