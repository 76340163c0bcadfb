import type { SortItem } from '@postil/contract/task/query'
import type { Aggregations } from '@postil/contract/task/search'
import { DEFAULT_SORT, normaliseFilter, type RecordFilter } from '@postil/domain/task-editing/query'
import { useState } from 'react'
import type { TaskPlace } from '../../../api/classic/task-records.ts'
import { SortKeys } from '../../../find/sort/SortKeys.tsx'
import { t } from '../../../i18n/areas/classic/explore.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { filterGroups } from './filter-groups.ts'
import styles from './find.module.css'
import { GroupEntries } from './GroupPanel.tsx'
import { SORT_KEYS_MAX, sortKeys } from './sort-keys.ts'

export interface AllFiltersProps {
  place: TaskPlace
  counts: Aggregations | undefined
  filter: RecordFilter
  sort: readonly SortItem[]
  hasLabels: boolean
  hasRules: boolean
  /** A similarity search is active: records cannot be sorted otherwise. */
  isSimilar: boolean
  onChange: (filter: RecordFilter, sort: readonly SortItem[]) => void
}

/** Every filter and the sort keys, for small screens. Changes take effect on Apply. */
export function FilterDialog(props: AllFiltersProps & { title: string; close: () => void }) {
  const { place, counts, filter, sort, hasLabels, hasRules, isSimilar, onChange, title, close } = props
  const [draft, setDraft] = useState(filter)
  const [order, setOrder] = useState(sort)
  const groups = filterGroups(counts, filter, { hasLabels, hasRules }).filter(({ entries }) => entries.length > 0)
  const apply = (next: RecordFilter, nextOrder: readonly SortItem[]) => {
    close()
    onChange(normaliseFilter(next), nextOrder.length > 0 ? nextOrder : DEFAULT_SORT)
  }
  return (
    <Dialog
      title={title}
      isOpen
      onClose={close}
      footer={
        <>
          <Button variant="quiet" onPress={() => apply({ text: filter.text, similar: filter.similar }, DEFAULT_SORT)}>
            {t('explore.tag.removeAll')}
          </Button>
          <Button variant="primary" onPress={() => apply(draft, order)}>
            {t('explore.filter.apply')}
          </Button>
        </>
      }
    >
      <div className={styles.panel}>
        {groups.map((group) => (
          <section key={group.id} aria-label={t(`explore.filter.${group.id}`)}>
            <h3 className={styles.heading}>{t(`explore.filter.${group.id}`)}</h3>
            <GroupEntries {...{ group, place }} filter={draft} isFirstOpen={false} onChange={setDraft} />
          </section>
        ))}
        {!isSimilar && (
          <section aria-label={t('explore.sort.title')} className={styles.panel}>
            <h3 className={styles.heading}>{t('explore.sort.title')}</h3>
            <SortKeys sort={order} keys={sortKeys(counts, hasLabels)} max={SORT_KEYS_MAX} onChange={setOrder} />
          </section>
        )}
      </div>
    </Dialog>
  )
}
