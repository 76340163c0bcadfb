import { Suspense } from 'react'
import { lazy } from '../../ui/loading/lazy.tsx'
import type { ClassicExportSource } from './ClassicExportDialog.tsx'

// Most visits export nothing: the dialog is loaded on demand.
const ExportDialog = lazy(async () => (await import('./ExportDialog.tsx')).ExportDialog)

const ClassicExportDialog = lazy(async () => (await import('./ClassicExportDialog.tsx')).ClassicExportDialog)

/** The export dialog of a classic dataset, open while mounted. */
export function LazyClassicExportDialog({ source, onClose }: { source: ClassicExportSource; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <ClassicExportDialog source={source} onClose={onClose} onAway={onClose} />
    </Suspense>
  )
}

/** The export dialog of a feedback dataset, open while mounted. */
export function LazyExportDialog({ datasetId, onClose }: { datasetId: string; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <ExportDialog datasetId={datasetId} isOpen onClose={onClose} onAway={onClose} />
    </Suspense>
  )
}
