import { Suspense } from 'react'
import { lazy } from '../../ui/loading/lazy.tsx'
import type { ClassicExportSource } from './ClassicExportDialog.tsx'

// Most visits export nothing: the dialogs are loaded on demand.
const ClassicExportDialog = lazy(async () => (await import('./ClassicExportDialog.tsx')).ClassicExportDialog)
const ExportDialog = lazy(async () => (await import('./ExportDialog.tsx')).ExportDialog)

/** What is exported: a feedback dataset by its id, or a classic dataset. */
export type ExportSource = { datasetId: string } | ClassicExportSource

/** The export dialog of a dataset, open while mounted. */
export function LazyExportDialog({ source, onClose }: { source: ExportSource; onClose: () => void }) {
  const closing = { onClose, onAway: onClose }
  return (
    <Suspense fallback={null}>
      {'datasetId' in source ? (
        <ExportDialog datasetId={source.datasetId} {...closing} />
      ) : (
        <ClassicExportDialog source={source} {...closing} />
      )}
    </Suspense>
  )
}
