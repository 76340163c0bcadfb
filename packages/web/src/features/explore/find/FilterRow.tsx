import type { Aggregations } from '@postil/contract/task/search'
import type { RecordFilter } from '@postil/domain/task-editing/query'
import type { TaskPlace } from '../../../api/classic/task-records.ts'
import { t } from '../../../i18n/areas/explore.ts'
import { lazy } from '../../../ui/loading/lazy.tsx'
import { countGroup, filterGroups } from './filter-groups.ts'
import { PanelButton } from './PanelButton.tsx'

// Loaded when the user opens it.
const GroupPanel = lazy(() => import('./GroupPanel.tsx').then((m) => m.GroupPanel))

interface FilterRowProps {
  place: TaskPlace
  counts: Aggregations | undefined
  filter: RecordFilter
  hasLabels: boolean
  hasRules: boolean
  onChange: (filter: RecordFilter) => void
}

/** A button for each group of filters, with its number of active conditions. */
export function FilterRow({ counts, filter, hasLabels, hasRules, place, onChange }: FilterRowProps) {
  return filterGroups(counts, filter, { hasLabels, hasRules }).map((group) => (
    <PanelButton key={group.id} name={t(`explore.filter.${group.id}`)} count={countGroup(group, filter)} width={455}>
      {(close) => <GroupPanel {...{ group, filter, place, onChange, close }} onAway={close} />}
    </PanelButton>
  ))
}
