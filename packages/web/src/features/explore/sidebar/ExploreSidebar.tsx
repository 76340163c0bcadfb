import type { AnyRecordBody } from '@postil/contract/task/records'
import { annotationProgress } from '@postil/domain/task-editing/progress'
import type { RecordFilter } from '@postil/domain/task-editing/query'
import { ChartColumn, Eye, ListChecks, Pencil, RefreshCw, Tags } from 'lucide-react'
import { memo, Suspense } from 'react'
import type { TaskPage } from '../../../api/classic/task-records.ts'
import { t } from '../../../i18n/areas/explore.ts'
import { Skeleton } from '../../../ui/display/Skeleton.tsx'
import { Sidebar } from '../../../ui/layout/Sidebar.tsx'
import type { ViewMode } from '../state/explore-url.ts'
import type { TaskParts } from '../task-parts.ts'
import { ProgressPanel } from './ProgressPanel.tsx'

const MODE_ICONS = { explore: Eye, annotate: Pencil, 'labelling-rules': Tags } as const

interface ExploreSidebarProps {
  parts: Pick<TaskParts<AnyRecordBody>, 'viewModes' | 'Stats'>
  viewMode: ViewMode
  onMode: (mode: ViewMode) => void
  /** Counts over the matching records. */
  counts: TaskPage['aggregations']
  /** Counts over the whole dataset. */
  whole: TaskPage | undefined
  filter: RecordFilter
  onFilter: (filter: RecordFilter) => void
  onRefresh: () => void
  openPanel: string | undefined
  onOpenPanel: (id: string | undefined) => void
}

/** The modes of the page, its panels and refresh; a memoised component, as none of it depends on the records. */
export const ExploreSidebar = memo(function ExploreSidebar(props: ExploreSidebarProps) {
  const { parts, viewMode, onMode, counts, whole, filter, onFilter, onRefresh, openPanel, onOpenPanel } = props
  const { Stats } = parts
  const modes = parts.viewModes.map((mode) => ({
    id: mode,
    label: t(`explore.mode.${mode}`),
    icon: MODE_ICONS[mode],
    isActive: mode === viewMode,
    onPress: () => mode !== viewMode && onMode(mode),
  }))
  const items = [
    ...modes,
    {
      id: 'progress',
      label: t('explore.progress'),
      icon: ListChecks,
      panel: <ProgressPanel progress={annotationProgress(whole?.total ?? 0, whole?.aggregations)} />,
    },
    {
      id: 'stats',
      label: t('explore.stats'),
      icon: ChartColumn,
      panel: (
        <Suspense fallback={<Skeleton height={160} />}>
          <Stats counts={counts} onSearch={(words) => onFilter({ ...filter, text: joinWords(filter.text, words) })} />
        </Suspense>
      ),
    },
    { id: 'refresh', label: t('explore.refresh'), icon: RefreshCw, onPress: onRefresh },
  ]
  return <Sidebar items={items} openId={openPanel} onOpenChange={onOpenPanel} />
})

function joinWords(text: string | undefined, words: string): string {
  return text ? `${text} ${words}` : words
}
