import type { Dataset } from '@postil/contract/feedback/datasets'
import type { Field } from '@postil/contract/feedback/settings/fields'
import type { Question } from '@postil/contract/feedback/settings/questions'
import { type Query, useQuery } from '@tanstack/react-query'
import { refusalOf } from '../../api/errors.ts'
import { fetchDataset } from '../../api/feedback/datasets.ts'
import { fetchFields } from '../../api/feedback/fields.ts'
import { fetchQuestions } from '../../api/feedback/questions.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'
import { fetchMarkdown } from '../../ui/markdown/LazyMarkdown.tsx'
import { useUser } from '../session/session.ts'
import { keepsOpen } from './guidelines/use-room.ts'
import { useWorkspace } from './use-workspace.ts'

/** A dataset with its fields and questions, shared by all its records. */
export interface DatasetParts {
  dataset: Dataset
  fields: readonly Field[]
  questions: readonly Question[]
}

/**
 * Fetch a dataset with its fields and questions in parallel. Errors are thrown to the error page of the route; once there is data, only
 * that the dataset is out of reach.
 */
export function useDataset(datasetId: string): Partial<DatasetParts> & { workspace: string | undefined } {
  const { id: userId } = useUser()
  const shared = { meta: SILENT, throwOnError: isFinal }
  const dataset = useQuery({
    queryKey: queryKeys.dataset(datasetId),
    queryFn: () => withGuidelines(fetchDataset(datasetId), userId),
    ...shared,
  }).data
  const fields = useQuery({
    queryKey: queryKeys.fields(datasetId),
    queryFn: () => withMarkdown(fetchFields(datasetId)),
    ...shared,
  }).data
  const questions = useQuery({
    queryKey: queryKeys.questions(datasetId),
    queryFn: () => withMarkdown(fetchQuestions(datasetId)),
    // A lead may have changed the options.
    refetchOnWindowFocus: true,
    ...shared,
  }).data
  return { dataset, fields, questions, workspace: useWorkspace(dataset) }
}

function isFinal<Data, Key extends readonly unknown[]>(
  error: Error,
  { state }: Query<Data, Error, Data, Key>,
): boolean {
  return state.data === undefined || [403, 404].includes(refusalOf(error)?.status ?? 0)
}

/**
 * If the guidelines panel will be open, load its Markdown renderer before the dataset is shown, so that the questions
 * below do not move.
 */
async function withGuidelines(coming: Promise<Dataset>, userId: string): Promise<Dataset> {
  const [dataset] = await Promise.all([coming, keepsOpen(userId) ? fetchMarkdown() : undefined])
  return dataset
}

/**
 * Load the Markdown renderer before fields or questions that need it are shown, so that nothing moves when it
 * renders.
 */
async function withMarkdown<Part extends { settings: object }>(coming: Promise<Part[]>): Promise<Part[]> {
  const parts = await coming
  if (parts.some(({ settings }) => 'use_markdown' in settings && settings.use_markdown)) await fetchMarkdown()
  return parts
}
