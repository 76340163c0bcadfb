import type { SortItem } from '@postil/contract/task/query'
import { DEFAULT_SORT, type RecordFilter } from '@postil/domain/task-editing/query'
import { t } from '../../../i18n/areas/classic/explore.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { isDefaultSort } from '../state/explore-url.ts'
import { filterTags } from './filter-groups.ts'
import styles from './find.module.css'
import { sortTitle } from './sort-keys.ts'

interface FilterTagsProps {
  filter: RecordFilter
  sort: readonly SortItem[]
  onFilter: (filter: RecordFilter) => void
  onSort: (sort: readonly SortItem[]) => void
  onRemoveAll: () => void
}

/** The active filters and sort keys as tags, each with a remove button. */
export function FilterTags({ filter, sort, onFilter, onSort, onRemoveAll }: FilterTagsProps) {
  const tags = filterTags(filter)
  const isSorted = !isDefaultSort(sort)
  if (tags.length === 0 && !isSorted) return null
  const order = sort.map(({ id, order: direction }) => `${sortTitle(id)}, ${t(`explore.sort.${direction}`)}`).join('; ')
  return (
    <ul className={styles.tags} aria-label={t('explore.tags')}>
      {tags.map(({ id, name, value, without }) => (
        <li key={id} title={`${name} = ${value}`}>
          <Chip tone="lapis" name={`${name} = ${value}`} onRemove={() => onFilter(without)}>
            {name} = <b>{value}</b>
          </Chip>
        </li>
      ))}
      {isSorted && (
        <li>
          <Chip name={order} onRemove={() => onSort(DEFAULT_SORT)}>
            {t('explore.tag.sorted')} <b>{order}</b>
          </Chip>
        </li>
      )}
      {tags.length + Number(isSorted) > 1 && (
        <li>
          <Button variant="quiet" size="small" onPress={onRemoveAll}>
            {t('explore.tag.removeAll')}
          </Button>
        </li>
      )}
    </ul>
  )
}
