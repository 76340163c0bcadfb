import type { MetadataProperty } from '@postil/contract/feedback/settings/metadata-properties'
import type { Question } from '@postil/contract/feedback/settings/questions'
import { type OpenSort, SortPanel } from '../../../find/sort/SortPanel.tsx'
import { sortKeys } from './sort-keys.ts'

interface FeedbackSortProps extends OpenSort {
  /** Undefined while they load, as the questions. */
  properties: readonly MetadataProperty[] | undefined
  questions: readonly Question[] | undefined
}

/** What the records of a feedback dataset can be sorted by. */
export function FeedbackSort({ properties = [], questions = [], ...open }: FeedbackSortProps) {
  return <SortPanel {...open} keys={sortKeys(properties, questions)} />
}
