import { Suspense } from 'react'
import { lazy } from '../../ui/lazy.tsx'
import type { ClassicExportSource } from './ClassicExportDialog.tsx'

// Most visits export nothing: the dialog comes when it is asked for.
const ExportDialog = lazy(async () => (await import('./ExportDialog.tsx')).ExportDialog)

const ClassicExportDialog = lazy(async () => (await import('./ClassicExportDialog.tsx')).ClassicExportDialog)

/** The export of a classic dataset as a dialog that is open as long as it is mounted. */
export function LazyClassicExportDialog({ source, onClose }: { source: ClassicExportSource; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <ClassicExportDialog source={source} onClose={onClose} onAway={onClose} />
    </Suspense>
  )
}

/** The export of a dataset as a dialog that is open as long as it is mounted. */
export function LazyExportDialog({ datasetId, onClose }: { datasetId: string; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <ExportDialog datasetId={datasetId} isOpen onClose={onClose} onAway={onClose} />
    </Suspense>
  )
}
