import { ArrowUpDown } from 'lucide-react'
import { t } from '../../../i18n/areas/explore.ts'
import { lazy } from '../../../ui/loading/lazy.tsx'
import { isDefaultSort } from '../state/explore-url.ts'
import { PanelButton } from './PanelButton.tsx'
import type { SortButtonProps } from './SortPanel.tsx'

// Loaded when the user opens it.
const SortPanel = lazy(() => import('./SortPanel.tsx').then((m) => m.SortPanel))

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
