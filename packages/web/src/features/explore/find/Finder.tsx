import type { Aggregations } from '@postil/contract/task/search'
import type { RecordFilter } from '@postil/domain/task-editing/query'
import { memo } from 'react'
import type { TaskPlace } from '../../../api/classic/task-records.ts'
import { t } from '../../../i18n/areas/explore.ts'
import { lazy } from '../../../ui/loading/lazy.tsx'
import type { ExploreUrl } from '../state/explore-url.ts'
import { AllFilters } from './AllFilters.tsx'
import { countGroup, filterGroups } from './filter-groups.ts'
import { PanelButton } from './PanelButton.tsx'
import { SearchBar } from './SearchBar.tsx'
import { SortButton } from './SortButton.tsx'

// Loaded when the user opens it.
const GroupPanel = lazy(() => import('./GroupPanel.tsx').then((m) => m.GroupPanel))

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

/** A condition about a rule is dropped when the query, which is the rule's text, changes. */
function byRulesOf({ text = '', by_rules }: RecordFilter, next: string): RecordFilter['by_rules'] {
  return by_rules?.rules && next !== text ? undefined : by_rules
}
