import type { SortItem } from '@postil/contract/task/query'
import type { Aggregations } from '@postil/contract/task/search'
import { ArrowUpDown } from 'lucide-react'
import { t } from '../../../i18n/explore.ts'
import { lazy } from '../../../ui/lazy.tsx'
import { isDefaultSort } from '../explore-url.ts'
import { PanelButton } from './PanelButton.tsx'

// Opened by hand.
const SortPanel = lazy(() => import('./SortPanel.tsx').then((m) => m.SortPanel))

export interface SortButtonProps {
  sort: readonly SortItem[]
  counts: Aggregations | undefined
  hasLabels: boolean
  /** Records come by similarity, and by nothing else. */
  isSimilar: boolean
  onChange: (sort: readonly SortItem[]) => void
}

/** The keys of the order behind a button, the first counting most. */
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
