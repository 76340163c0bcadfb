import type { Dataset } from '@postil/contract/feedback/datasets'
import { Keyboard, ListChecks, RefreshCw } from 'lucide-react'
import { memo, Suspense, useEffect, useRef, useState } from 'react'
import { t } from '../../../i18n/areas/feedback.ts'
import { useCommand } from '../../../keyboard/use-command.ts'
import type { DeviceMemory } from '../../../local/use-outbox.ts'
import { Sidebar } from '../../../ui/layout/Sidebar.tsx'
import { lazy } from '../../../ui/loading/lazy.tsx'
import styles from '../AnnotationView.module.css'

// Panels are opened by the user, after the first record is shown: load their code later.
const ProgressPanel = lazy(() => import('./ProgressPanel.tsx').then((m) => m.ProgressPanel))
const ShortcutsPanel = lazy(() => import('./ShortcutsPanel.tsx').then((m) => m.ShortcutsPanel))

interface PanelRailProps {
  dataset: Dataset
  memory: DeviceMemory
  /** Number of records answered in this visit. */
  session: number
}

/** The rail at the far right: progress, keyboard shortcuts, and a refresh button. */
export const PanelRail = memo(function PanelRail({ dataset, memory, session }: PanelRailProps) {
  const [openId, setOpenId] = useState<string>()
  const rail = useRef<HTMLDivElement>(null)
  const toggle = (id: string) => () => setOpenId((open) => (open === id ? undefined : id))
  // On a phone the panel opens below the rest of the page: scroll to it.
  useEffect(() => {
    if (openId) rail.current?.querySelector('section')?.scrollIntoView?.({ block: 'nearest' })
  }, [openId])
  const progress = useCommand('annotate.progress', { run: toggle('progress') })
  const refresh = useCommand('annotate.refresh')
  return (
    <div ref={rail} className={styles.rail}>
      <Sidebar
        openId={openId}
        onOpenChange={setOpenId}
        items={[
          {
            id: 'progress',
            label: progress.label,
            icon: ListChecks,
            panel: (
              <Suspense fallback={null}>
                <ProgressPanel datasetId={dataset.id} memory={memory} session={session} />
              </Suspense>
            ),
          },
          {
            id: 'shortcuts',
            label: t('annotate.shortcuts'),
            icon: Keyboard,
            panel: (
              <Suspense fallback={null}>
                <ShortcutsPanel />
              </Suspense>
            ),
          },
          { id: 'refresh', label: refresh.label, icon: RefreshCw, onPress: refresh.run },
        ]}
      />
    </div>
  )
})
