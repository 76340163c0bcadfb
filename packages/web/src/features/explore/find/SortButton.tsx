import type { SortItem } from '@postil/contract/task/query'
import type { Aggregations } from '@postil/contract/task/search'
import { ArrowUpDown } from 'lucide-react'
import { t } from '../../../i18n/areas/explore.ts'
import { lazy } from '../../../ui/loading/lazy.tsx'
import { isDefaultSort } from '../state/explore-url.ts'
import { PanelButton } from './PanelButton.tsx'

// Loaded when the user opens it.
const SortPanel = lazy(() => import('./SortPanel.tsx').then((m) => m.SortPanel))

export interface SortButtonProps {
  sort: readonly SortItem[]
  counts: Aggregations | undefined
  hasLabels: boolean
  /** A similarity search is active: records cannot be sorted otherwise. */
  isSimilar: boolean
  onChange: (sort: readonly SortItem[]) => void
}

/** A button that opens the sort keys, most significant first. */
export function SortButton(props: SortButtonProps) {
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
