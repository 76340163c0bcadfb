import { type ComponentType, Suspense } from 'react'
import { lazy } from '../../ui/loading/lazy.tsx'

// Most visits export nothing: the dialogs are loaded on demand.

/** The export dialog of a classic dataset, open while mounted. */
export const LazyClassicExportDialog = onDemand(
  async () => (await import('./ClassicExportDialog.tsx')).ClassicExportDialog,
)

/** The export dialog of a feedback dataset, open while mounted. */
export const LazyExportDialog = onDemand(async () => (await import('./ExportDialog.tsx')).ExportDialog)

function onDemand<Props extends { onClose: () => void }>(load: () => Promise<ComponentType<Props>>) {
  const Dialog = lazy(load)
  return (props: Props) => (
    <Suspense fallback={null}>
      <Dialog {...props} onAway={props.onClose} />
    </Suspense>
  )
}
