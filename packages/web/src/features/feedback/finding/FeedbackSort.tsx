import type { MetadataProperty } from '@postil/contract/feedback/settings/metadata-properties'
import type { Question } from '@postil/contract/feedback/settings/questions'
import type { Conditions, RecordSort } from '../../../find/query.ts'
import { SortKeys } from '../../../find/sort/SortKeys.tsx'
import type { SortItem } from '../../../find/sort/sort-keys.ts'
import { t } from '../../../i18n/areas/finding.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import styles from './FeedbackSort.module.css'

/** The most sort keys that the server accepts (feedback-api: sorts of a search). */
const SORT_KEYS_MAX = 10

interface FeedbackSortProps {
  conditions: Pick<Conditions, 'sort' | 'text' | 'similarity'>
  /** Undefined while they load, as the questions. */
  properties: readonly MetadataProperty[] | undefined
  questions: readonly Question[] | undefined
  onChange: (sort: readonly RecordSort[]) => void
}

/** The sort keys of the records, and the default order without any. */
export function FeedbackSort({ conditions, properties = [], questions = [], onChange }: FeedbackSortProps) {
  const { sort, text, similarity } = conditions
  const keys = sortKeys(properties, questions)
  const known = new Map(
    [...sort, ...keys].map(({ scope, name, property }) => {
      const key = { scope, name, property }
      return [idOf(key), key]
    }),
  )
  const change = (items: readonly SortItem[]) =>
    onChange(
      items.flatMap(({ id, order }) => {
        const key = known.get(id)
        return key ? [{ ...key, order }] : []
      }),
    )
  return (
    <div className={styles.panel}>
      <h3 className={styles.title}>{t('search.sort.keys')}</h3>
      {similarity && <p className="note">{t('search.sort.similarity')}</p>}
      {sort.length === 0 && !similarity && (
        <p className="note">{t(text ? 'search.sort.matches' : 'search.sort.none')}</p>
      )}
      <SortKeys
        sort={sort.map((one) => ({ id: idOf(one), order: one.order }))}
        keys={keys.map((key) => ({ id: idOf(key), title: key.title, order: key.order }))}
        max={SORT_KEYS_MAX}
        onChange={change}
      />
      {sort.length > 0 && (
        <Button variant="quiet" size="small" className={styles.clear} onPress={() => onChange([])}>
          {t('search.sort.clear')}
        </Button>
      )}
    </div>
  )
}

function idOf({ scope, name, property }: Omit<RecordSort, 'order'>): string {
  return JSON.stringify([scope, name, property])
}

/** One key that a dataset can be sorted by, with its default direction: newest and highest score first, names from A. */
interface RecordSortKey extends RecordSort {
  title: string
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
