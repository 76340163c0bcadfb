import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useBlocker } from 'react-router'
import { t } from '../../i18n/areas/exporting.ts'
import { useStayOpen } from '../../ui/browser/use-stay-open.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { ProgressBar } from '../../ui/display/ProgressBar.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { LossDialog } from '../../ui/overlays/LossDialog.tsx'
import { formatBytes } from '../importing/format-bytes.ts'
import styles from './ExportDialog.module.css'
import { saveText } from './save-text.ts'
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
  children: ReactNode
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
        <div className={styles.form}>
          {state.error && (
            <p className={styles.error} role="alert">
              {state.error}
            </p>
          )}
          {children}
        </div>
      )}
    </Dialog>
  )
}

/** Progress while an export is written. */
function ExportWriting({ state }: { state: Extract<ExportState, { step: 'writing' }> }) {
  const { progress } = state
  const share = progress && (progress.total === 0 ? 1 : progress.records / progress.total)
  return (
    <div className={styles.form}>
      <LeaveGuard />
      <ProgressBar label={t('export.writing')} share={share} />
      <p className="note">
        {t('export.written', { count: progress?.records ?? 0, size: formatBytes(progress?.bytes ?? 0) })}
      </p>
      <p className="note" role="status">
        {progress?.isWaiting && t('export.waiting')}
      </p>
    </div>
  )
}

/** Mounted while a file is written: asks for confirmation before the tab is closed or the page is left. */
function LeaveGuard() {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname)
  useStayOpen(true)
  if (blocker.state !== 'blocked') return null
  return (
    <LossDialog
      title={t('export.leave.title')}
      text={t('export.leave.text')}
      action={t('export.leave.go')}
      onGo={blocker.proceed}
      onStay={blocker.reset}
    />
  )
}

/** The result: the file and its manifest are saved. */
function ExportDone({ state }: { state: Extract<ExportState, { step: 'done' }> }) {
  const { result, fileName, manifestName } = state
  return (
    <div className={styles.form}>
      <p role="status">
        {t('export.done', { count: result.records, file: fileName, size: formatBytes(result.bytes) })}
      </p>
      {result.lostEntities !== undefined && result.lostEntities > 0 && (
        <p>{t('export.lostEntities', { count: result.lostEntities })}</p>
      )}
      <p className="note">{t('export.manifestHelp', { file: manifestName })}</p>
      <dl className={styles.facts}>
        <dt>{t('export.hash')}</dt>
        <dd>
          <code className={styles.code}>{result.sha256}</code>
          <CopyButton text={result.sha256} label={t('export.copyHash')} />
        </dd>
      </dl>
      <div>
        <Button
          size="medium"
          icon={Download}
          onPress={() => saveText(manifestName, result.manifest, 'application/json')}
        >
          {t('export.saveManifest')}
        </Button>
      </div>
    </div>
  )
}
