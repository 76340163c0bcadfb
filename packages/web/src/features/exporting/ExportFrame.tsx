import type { ReactNode } from 'react'
import { t } from '../../i18n/areas/exporting.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { ExportDone, ExportWriting } from './ExportProgress.tsx'
import type { ExportState } from './use-export.ts'

interface ExportFrameProps {
  /** Name of the dataset; undefined while it loads. */
  name: string | undefined
  /** Everything needed to start is loaded. */
  isReady: boolean
  /** False while an option is missing. */
  canStart?: boolean
  state: ExportState
  onStart: () => void
  onCancel: () => void
  onClose: () => void
  /** The options. */
  children: (error: string | undefined) => ReactNode
}

/** The dialog of an export: options, then progress, then the result. */
export function ExportFrame({
  name,
  isReady,
  canStart = true,
  state,
  onStart,
  onCancel,
  onClose,
  children,
}: ExportFrameProps) {
  const isWriting = state.step === 'writing'
  const handleClose = () => {
    onCancel()
    onClose()
  }
  const footer =
    state.step === 'done' ? (
      <Button variant="primary" onPress={onClose}>
        {t('export.close')}
      </Button>
    ) : isWriting ? (
      <Button onPress={onCancel}>{t('export.cancel')}</Button>
    ) : (
      <>
        <Button variant="quiet" onPress={handleClose}>
          {t('export.cancel')}
        </Button>
        <Button variant="primary" isDisabled={!isReady || !canStart} onPress={onStart}>
          {t('export.start')}
        </Button>
      </>
    )
  return (
    <Dialog
      isOpen
      isAlert={isWriting}
      title={name === undefined ? t('export.title') : t('export.titleOf', { name })}
      onClose={handleClose}
      footer={footer}
      width={560}
    >
      {!isReady ? (
        <Skeleton height={280} />
      ) : state.step === 'writing' ? (
        <ExportWriting state={state} />
      ) : state.step === 'done' ? (
        <ExportDone state={state} />
      ) : (
        children(state.error)
      )}
    </Dialog>
  )
}
