import type { MetadataProperty } from '@postil/contract/feedback/settings/metadata-properties'
import type { Question } from '@postil/contract/feedback/settings/questions'
import { type OpenSort, type RecordSortKey, SortPanel } from '../../../find/sort/SortPanel.tsx'
import { t } from '../../../i18n/areas/finding.ts'

interface FeedbackSortProps extends OpenSort {
  /** Undefined while they load, as the questions. */
  properties: readonly MetadataProperty[] | undefined
  questions: readonly Question[] | undefined
}

/** What the records of a feedback dataset can be sorted by. */
export function FeedbackSort({ properties = [], questions = [], ...open }: FeedbackSortProps) {
  return <SortPanel {...open} keys={sortKeys(properties, questions)} />
}

/** The sort keys of a dataset: times, metadata, scores of suggestions, and ratings, suggested or given. */
export function sortKeys(properties: readonly MetadataProperty[], questions: readonly Question[]): RecordSortKey[] {
  const asked = questions.filter(({ settings: { type } }) =>
    ['label_selection', 'multi_label_selection', 'rating'].includes(type),
  )
  const rated = asked.filter(({ settings }) => settings.type === 'rating')
  return [
    { scope: 'record', name: '', property: 'inserted_at', title: t('search.sort.inserted_at'), order: 'desc' },
    { scope: 'record', name: '', property: 'updated_at', title: t('search.sort.updated_at'), order: 'desc' },
    ...properties.map(
      ({ name, title }): RecordSortKey => ({
        scope: 'metadata',
        name,
        property: 'value',
        title: t('search.sort.metadata', { name: title || name }),
        order: 'asc',
      }),
    ),
    ...asked.map(
      ({ name, title }): RecordSortKey => ({
        scope: 'suggestion',
        name,
        property: 'score',
        title: t('search.sort.score', { name: title }),
        order: 'desc',
      }),
    ),
    ...rated.flatMap(({ name, title }): RecordSortKey[] => [
      {
        scope: 'suggestion',
        name,
        property: 'value',
        title: t('search.sort.suggestion', { name: title }),
        order: 'desc',
      },
      { scope: 'response', name, property: 'value', title: t('search.sort.response', { name: title }), order: 'desc' },
    ]),
  ]
}
