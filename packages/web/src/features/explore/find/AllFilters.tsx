import { ListFilter } from 'lucide-react'
import { Suspense, useState } from 'react'
import { BarButton } from '../../../find/BarButton.tsx'
import { t } from '../../../i18n/areas/explore.ts'
import { lazy } from '../../../ui/loading/lazy.tsx'
import { isDefaultSort } from '../state/explore-url.ts'
import type { AllFiltersProps } from './FilterDialog.tsx'
import { countGroup, filterGroups } from './filter-groups.ts'

// Loaded when the user opens it.
const FilterDialog = lazy(() => import('./FilterDialog.tsx').then((m) => m.FilterDialog))

/** For small screens: one button for all filters and sort keys, which shows how many are active. */
export function AllFilters(props: AllFiltersProps) {
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
