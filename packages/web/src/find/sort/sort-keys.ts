import type { MetadataProperty } from '@postil/contract/feedback/metadata-properties'
import type { Question } from '@postil/contract/feedback/questions'
import type { RecordSort } from '../../features/feedback/records/record-query.ts'
import { t } from '../../i18n/index.ts'

/** The server takes so many keys (feedback-api: sorts of a search). */
export const SORT_KEYS_MAX = 10

/** One key that a dataset can be sorted by. */
export interface SortKey extends Pick<RecordSort, 'scope' | 'name' | 'property'> {
  title: string
  /** Its direction when it is added: newest and surest first, names from A. */
  order: RecordSort['order']
}

/** Equal for keys that are the same, whatever their direction. */
export function sortKeyId({ scope, name, property }: Pick<RecordSort, 'scope' | 'name' | 'property'>): string {
  return JSON.stringify([scope, name, property])
}

/** What a dataset can be sorted by: times, metadata, the scores of suggestions, and ratings suggested or given. */
export function sortKeys(properties: readonly MetadataProperty[], questions: readonly Question[]): SortKey[] {
  const asked = questions.filter(({ settings: { type } }) =>
    ['label_selection', 'multi_label_selection', 'rating'].includes(type),
  )
  const rated = asked.filter(({ settings }) => settings.type === 'rating')
  return [
    { scope: 'record', name: '', property: 'inserted_at', title: t('search.sort.inserted_at'), order: 'desc' },
    { scope: 'record', name: '', property: 'updated_at', title: t('search.sort.updated_at'), order: 'desc' },
    ...properties.map(
      ({ name, title }): SortKey => ({
        scope: 'metadata',
        name,
        property: 'value',
        title: t('search.sort.metadata', { name: title || name }),
        order: 'asc',
      }),
    ),
    ...asked.map(
      ({ name, title }): SortKey => ({
        scope: 'suggestion',
        name,
        property: 'score',
        title: t('search.sort.score', { name: title }),
        order: 'desc',
      }),
    ),
    ...rated.flatMap(({ name, title }): SortKey[] => [
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

/** The sort with one key at another place; the same when there is no such place. */
export function placeKey(sort: readonly RecordSort[], from: number, to: number): readonly RecordSort[] {
  const one = sort[from]
  if (!one || from === to || sort[to] === undefined) return sort
  return sort.toSpliced(from, 1).toSpliced(to, 0, one)
}

/** A key as it is when it is added. */
export function toSort({ scope, name, property, order }: SortKey): RecordSort {
  return { scope, name, property, order }
}
