import { z } from 'zod'
import { defineRoute } from '../route'
import { bool, int, json } from '../shapes'
import { TASK_LIMITS, type Task } from './constants'
import { SortItems, TaskQuery } from './query'
import { Text2TextBody, TextClassificationBody, TokenClassificationBody } from './records'
import { member, NameParams, workspaceQuery } from './task'

const Counts = z.record(z.string(), z.number())
const CountsByKey = z.record(z.string(), Counts)

/** Facets over every record that matches the query (classic-api §8). */
export const Aggregations = z.object({
  status: Counts,
  predicted_by: Counts,
  annotated_by: Counts,
  predicted_as: Counts,
  annotated_as: Counts,
  predicted: Counts,
  score: Counts,
  words: Counts,
  /** Whether the words were counted in a sample, because there are too many hits. */
  words_sampled: z.literal(true).optional(),
  metadata: z.record(z.string(), z.record(z.string(), json())),
  mentions: CountsByKey.optional(),
  predicted_mentions: CountsByKey.optional(),
  predicted_text: Counts.optional(),
  annotated_text: Counts.optional(),
})
export type Aggregations = z.output<typeof Aggregations>

const SearchQuery = z.object({
  ...workspaceQuery,
  from: int({ ge: 0, le: TASK_LIMITS.searchWindow }).default(0),
  limit: int({ ge: 0, le: TASK_LIMITS.searchMax }).default(TASK_LIMITS.searchDefault),
  include_metrics: bool().default(false),
})
const SearchBody = z.object({ query: TaskQuery.nullish(), sort: SortItems.nullish() })
export type SearchBody = z.output<typeof SearchBody>
export type SearchParams = z.output<typeof SearchQuery>

function searchRoute<const T extends Task, R extends z.ZodType>(task: T, record: R) {
  return defineRoute({
    method: 'POST',
    path: `/api/datasets/{name}/${task}:search`,
    summary: 'Search records. The first page contains the facets of all hits.',
    tag: 'Classic records',
    access: member,
    params: NameParams,
    query: SearchQuery,
    body: SearchBody,
    bodyOptional: true,
    outsideTransaction: true,
    reply: z.object({ total: z.number(), records: z.array(record), aggregations: Aggregations.optional() }),
    status: 200,
    errors: [
      'missing_workspace',
      'not_found',
      'wrong_task',
      'forbidden',
      'bad_request',
      'invalid_text_search',
      'closed_dataset',
    ],
  })
}

/** Search over the three tasks (classic-api §6.1). */
export const searchRoutes = {
  searchTextClassification: searchRoute('TextClassification', TextClassificationBody),
  searchTokenClassification: searchRoute('TokenClassification', TokenClassificationBody),
  searchText2Text: searchRoute('Text2Text', Text2TextBody),
}
