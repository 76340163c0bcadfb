import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { ClassicExportSource } from './ClassicExportDialog.tsx'

// Most visits export nothing: the dialog comes when it is asked for.
const ExportDialog = lazyPart(async () => (await import('./ExportDialog.tsx')).ExportDialog)

const ClassicExportDialog = lazyPart(async () => (await import('./ClassicExportDialog.tsx')).ClassicExportDialog)

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
