import type { Aggregations } from '@postil/contract/task/search'
import type { RecordFilter } from '@postil/domain/task-editing/query'
import { ArrowUpDown, ListFilter, type LucideIcon } from 'lucide-react'
import { memo, type ReactNode, Suspense, useState } from 'react'
import type { TaskPlace } from '../../../api/classic/task-records.ts'
import { BarButton } from '../../../find/BarButton.tsx'
import { t } from '../../../i18n/areas/classic/explore.ts'
import { Skeleton } from '../../../ui/display/Skeleton.tsx'
import { lazy } from '../../../ui/loading/lazy.tsx'
import { Popover } from '../../../ui/overlays/Popover.tsx'
import { type ExploreUrl, isDefaultSort } from '../state/explore-url.ts'
import type { AllFiltersProps } from './FilterDialog.tsx'
import { countGroup, filterGroups } from './filter-groups.ts'
import styles from './find.module.css'
import { SearchBar } from './SearchBar.tsx'
import type { SortButtonProps } from './SortPanel.tsx'

// Loaded when the user opens them.
const FilterDialog = lazy(() => import('./FilterDialog.tsx').then((m) => m.FilterDialog))
const GroupPanel = lazy(() => import('./GroupPanel.tsx').then((m) => m.GroupPanel))
const SortPanel = lazy(() => import('./SortPanel.tsx').then((m) => m.SortPanel))

interface FinderProps {
  place: TaskPlace
  counts: Aggregations | undefined
  filter: RecordFilter
  sort: ExploreUrl['sort']
  /** Why the server could not read the query. */
  problem: string | undefined
  hasLabels: boolean
  hasRules: boolean
  isPhone: boolean
  /** After a search, the focus moves to the first record. */
  isAnnotating: boolean
  onChange: (change: Partial<ExploreUrl>, leadsKeys?: boolean) => void
}

/** Search, filters and order, as they are in the address; a memoised component, as none of it depends on the records. */
export const Finder = memo(function Finder(props: FinderProps) {
  const { place, counts, filter, sort, problem, hasLabels, hasRules, isPhone, isAnnotating, onChange } = props
  const isSimilar = filter.similar !== undefined
  return (
    <>
      <SearchBar
        text={filter.text ?? ''}
        problem={problem}
        onSearch={(text) =>
          onChange({ filter: { ...filter, text, by_rules: byRulesOf(filter, text) }, page: 1 }, isAnnotating)
        }
      />
      {isPhone ? (
        <AllFilters
          {...{ place, counts, filter, sort, hasLabels, hasRules, isSimilar }}
          onChange={(next, sort) => onChange({ filter: next, sort, page: 1 })}
        />
      ) : (
        <>
          <FilterRow
            {...{ place, counts, filter, hasLabels, hasRules }}
            onChange={(next) => onChange({ filter: next, page: 1 })}
          />
          <SortButton {...{ sort, counts, hasLabels, isSimilar }} onChange={(sort) => onChange({ sort, page: 1 })} />
        </>
      )}
    </>
  )
})

interface FilterRowProps extends Pick<FinderProps, 'place' | 'counts' | 'filter' | 'hasLabels' | 'hasRules'> {
  onChange: (filter: RecordFilter) => void
}

/** A button for each group of filters, with its number of active conditions. */
function FilterRow({ counts, filter, hasLabels, hasRules, place, onChange }: FilterRowProps) {
  return filterGroups(counts, filter, { hasLabels, hasRules }).map((group) => (
    <PanelButton key={group.id} name={t(`explore.filter.${group.id}`)} count={countGroup(group, filter)} width={455}>
      {(close) => <GroupPanel {...{ group, filter, place, onChange, close }} onAway={close} />}
    </PanelButton>
  ))
}

/** A button that opens the sort keys, most significant first. */
function SortButton(props: SortButtonProps) {
  const { sort, isSimilar } = props
  return (
    <PanelButton
      name={t('explore.filter.sort')}
      count={isDefaultSort(sort) ? 0 : sort.length}
      icon={ArrowUpDown}
      disabledReason={isSimilar ? t('explore.sort.similar') : undefined}
      width={410}
    >
      {(close) => <SortPanel {...props} close={close} onAway={close} />}
    </PanelButton>
  )
}

/** For small screens: one button for all filters and sort keys, which shows how many are active. */
function AllFilters(props: AllFiltersProps) {
  const { counts, filter, sort, hasLabels, hasRules } = props
  const [isOpen, setOpen] = useState(false)
  const name = t('explore.filter.all')
  const groups = filterGroups(counts, filter, { hasLabels, hasRules })
  const count =
    groups.reduce((sum, group) => sum + countGroup(group, filter), 0) + (isDefaultSort(sort) ? 0 : sort.length)
  const close = () => setOpen(false)
  return (
    <>
      <BarButton name={name} count={count} icon={ListFilter} onPress={() => setOpen(true)} />
      {isOpen && (
        <Suspense fallback={null}>
          <FilterDialog {...props} title={name} close={close} onAway={close} />
        </Suspense>
      )}
    </>
  )
}

/** A condition about a rule is dropped when the query, which is the rule's text, changes. */
function byRulesOf({ text = '', by_rules }: RecordFilter, next: string): RecordFilter['by_rules'] {
  return by_rules?.rules && next !== text ? undefined : by_rules
}

interface PanelButtonProps {
  name: string
  /** How many of its conditions are active. */
  count: number
  icon?: LucideIcon
  disabledReason?: string | undefined
  /** px */
  width: number
  children: (close: () => void) => ReactNode
}

/** A `BarButton` that opens a lazily loaded panel. */
function PanelButton({ width, children, ...button }: PanelButtonProps) {
  return (
    <Popover label={button.name} width={width} trigger={<BarButton {...button} hasPanel className={styles.group} />}>
      {(close) => <Suspense fallback={<Skeleton height={160} />}>{children(close)}</Suspense>}
    </Popover>
  )
}
