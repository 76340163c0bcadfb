import type { SortItem } from '@postil/contract/task/query'
import type { Aggregations } from '@postil/contract/task/search'
import { DEFAULT_SORT, normaliseFilter, type RecordFilter } from '@postil/domain/task-editing/query'
import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import type { TaskPlace } from '../../../api/task-records.ts'
import { t } from '../../../i18n/explore.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { isDefaultSort } from '../explore-url.ts'
import { countGroup, GroupEntries } from './FilterRow.tsx'
import { filterGroups } from './filter-groups.ts'
import styles from './find.module.css'
import { SortKeys } from './SortPanel.tsx'

interface AllFiltersProps {
  place: TaskPlace
  counts: Aggregations | undefined
  filter: RecordFilter
  sort: readonly SortItem[]
  hasLabels: boolean
  hasRules: boolean
  /** Records come by similarity, and by nothing else. */
  isSimilar: boolean
  onChange: (filter: RecordFilter, sort: readonly SortItem[]) => void
}

/** On a small screen: every filter and the sort keys behind one button, which says how many are in force. */
export function AllFilters(props: AllFiltersProps) {
  const { counts, filter, sort, hasLabels, hasRules } = props
  const [isOpen, setOpen] = useState(false)
  const name = t('explore.filter.all')
  const groups = filterGroups(counts, filter, { hasLabels, hasRules })
  const count =
    groups.reduce((sum, group) => sum + countGroup(group, filter), 0) + (isDefaultSort(sort) ? 0 : sort.length)
  return (
    <>
      <Button
        variant="quiet"
        size="medium"
        icon={ListFilter}
        aria-label={count > 0 ? t('explore.filter.count', { name, count }) : name}
        className={styles.group}
        onPress={() => setOpen(true)}
      >
        <span className={styles.groupWords}>
          {name}
          {count > 0 && <span className={styles.badge}>{count}</span>}
        </span>
      </Button>
      {isOpen && <FilterDialog {...props} title={name} close={() => setOpen(false)} />}
    </>
  )
}

/** Nothing counts before Apply. */
function FilterDialog(props: AllFiltersProps & { title: string; close: () => void }) {
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
            <SortKeys draft={order} onChange={setOrder} {...{ counts, hasLabels }} />
          </section>
        )}
      </div>
    </Dialog>
  )
}
