import { t } from '../../i18n/areas/finding.ts'
import { Button } from '../../ui/controls/Button.tsx'
import type { RecordSort } from '../query.ts'
import { SortKeys } from './SortKeys.tsx'
import styles from './SortPanel.module.css'
import type { SortItem } from './sort-keys.ts'

/** The most sort keys that the server accepts (feedback-api: sorts of a search). */
const SORT_KEYS_MAX = 10

/** One key that a dataset can be sorted by, with its default direction: newest and highest score first, names from A. */
export interface RecordSortKey extends RecordSort {
  title: string
}

/** The sort of the records while the user can change it. */
export interface OpenSort {
  sort: readonly RecordSort[]
  /** Records are ordered by similarity now. */
  isSimilarity: boolean
  /** A text search is active. */
  isTextSearch: boolean
  onChange: (sort: readonly RecordSort[]) => void
}

interface SortPanelProps extends OpenSort {
  keys: readonly RecordSortKey[]
}

/** The sort keys of the records, and the default order without any. */
export function SortPanel({ sort, keys, isSimilarity, isTextSearch, onChange }: SortPanelProps) {
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
      {isSimilarity && <p className="note">{t('search.sort.similarity')}</p>}
      {sort.length === 0 && !isSimilarity && (
        <p className="note">{t(isTextSearch ? 'search.sort.matches' : 'search.sort.none')}</p>
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
