import { z } from 'zod'
import { LIMITS } from '../../limits'
import { defineRoute } from '../../route'
import { bool, refuseNulls, text, uuid } from '../../shapes'
import { DatasetParams, itemName, itemsOf, itemTitle, timestamps } from '../common'
import { QuestionSettings, QuestionSettingsCreate, QuestionSettingsPatch } from './question-settings'

const tag = 'Questions'

export const Question = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  required: z.boolean(),
  settings: QuestionSettings,
  dataset_id: z.string(),
  ...timestamps,
})
export type Question = z.output<typeof Question>

const description = () => text({ min: 1, max: LIMITS.descriptionLength }).nullish()

export const QuestionCreate = z.object({
  name: itemName(),
  title: itemTitle(),
  description: description(),
  required: bool().nullish(),
  settings: QuestionSettingsCreate,
})
export type QuestionCreate = z.output<typeof QuestionCreate>

export const QuestionPatch = z
  .object({ title: itemTitle().nullish(), description: description(), settings: QuestionSettingsPatch.nullish() })
  .superRefine(refuseNulls(['title', 'settings']))
export type QuestionPatch = z.output<typeof QuestionPatch>

const QuestionParams = z.object({ question_id: uuid() })
const manager = { can: 'dataset.manage', of: 'question', param: 'question_id' } as const
const onQuestion = ['unauthenticated', 'forbidden', 'not_found', 'invalid_shape'] as const

/** Questions: what is asked about a record (feedback-api §3.2, §4.3, §4.4). */
export const questionRoutes = {
  listQuestions: defineRoute({
    method: 'GET',
    path: '/api/v1/datasets/{dataset_id}/questions',
    summary: 'List the questions of a dataset.',
    tag,
    access: { can: 'dataset.read', of: 'dataset', param: 'dataset_id' },
    params: DatasetParams,
    reply: itemsOf(Question),
    status: 200,
    errors: onQuestion,
  }),
  createQuestion: defineRoute({
    method: 'POST',
    path: '/api/v1/datasets/{dataset_id}/questions',
    summary: 'Add a question to a draft.',
    tag,
    access: { can: 'dataset.manage', of: 'dataset', param: 'dataset_id' },
    params: DatasetParams,
    body: QuestionCreate,
    reply: Question,
    status: 201,
    errors: [...onQuestion, 'conflict', 'invalid'],
  }),
  updateQuestion: defineRoute({
    method: 'PATCH',
    path: '/api/v1/questions/{question_id}',
    summary: 'Change title, description or the changeable settings of a question.',
    tag,
    access: manager,
    params: QuestionParams,
    body: QuestionPatch,
    reply: Question,
    status: 200,
    errors: [...onQuestion, 'invalid'],
  }),
  deleteQuestion: defineRoute({
    method: 'DELETE',
    path: '/api/v1/questions/{question_id}',
    summary: 'Delete a question of a draft.',
    tag,
    access: manager,
    params: QuestionParams,
    reply: Question,
    status: 200,
    errors: [...onQuestion, 'invalid'],
  }),
}
