import { useEffect, useRef } from 'react'
import { t } from '../../i18n/areas/importing.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { ProgressBar } from '../../ui/display/ProgressBar.tsx'
import styles from './ImportProgress.module.css'
import type { ImportState } from './import-state.ts'

interface ReadingProgressProps {
  state: Extract<ImportState, { step: 'reading' }>
  onCancel: () => void
}

/** Progress while a file is read. */
export function ReadingProgress({ state, onCancel }: ReadingProgressProps) {
  const { file, progress, startedMs } = state
  return (
    <Working onCancel={onCancel}>
      <ProgressBar label={t('import.reading', { file: file.name })} share={progress.share} />
      <p className={styles.facts}>
        <span>{t('import.rowsRead', { count: progress.rows })}</span>
        <Speed count={progress.rows} startedMs={startedMs} />
      </p>
    </Working>
  )
}

interface WritingProgressProps {
  state: Extract<ImportState, { step: 'writing' }>
  onCancel: () => void
}

/** Progress while records are written. */
export function WritingProgress({ state, onCancel }: WritingProgressProps) {
  const { planned, progress, startedMs, isStopping } = state
  const name = planned.to.kind === 'existing' ? planned.to.dataset.name : planned.to.name
  const written = progress ? progress.created + progress.updated + progress.skipped : 0
  const isLooking = progress?.phase === 'looking'
  const label = isLooking
    ? t('import.looking', { name })
    : t(progress ? 'import.writing' : 'import.preparing', { name })
  return (
    <Working onCancel={onCancel} isStopping={isStopping}>
      <ProgressBar label={label} share={isLooking ? progress.share : shareOf(written, planned.scan.profile.rows)} />
      <p className={styles.facts}>
        <span>{t('import.written', { count: written })}</span>
        {!isLooking && <Speed count={written} startedMs={startedMs} />}
        {progress && progress.badCount > 0 && <span>{t('import.leftOut', { count: progress.badCount })}</span>}
      </p>
      <p className="note" role="status">
        {isStopping ? t('import.stopping') : progress?.isWaiting ? t('import.waiting') : t('import.stayOpen')}
      </p>
    </Working>
  )
}

function Working({
  children,
  onCancel,
  isStopping = false,
}: {
  children: React.ReactNode
  onCancel: () => void
  isStopping?: boolean
}) {
  // The button that started the import is gone; move the focus to the stop button.
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => cancel.current?.focus(), [])
  return (
    <div className={styles.sheet}>
      {children}
      <div className={styles.actions}>
        <Button ref={cancel} onPress={onCancel} isPending={isStopping}>
          {t('import.cancel')}
        </Button>
      </div>
    </div>
  )
}

function Speed({ count, startedMs }: { count: number; startedMs: number }) {
  const seconds = (performance.now() - startedMs) / 1000
  if (seconds < 0.5 || count === 0) return null
  return <span>{t('import.speed', { count: Math.round(count / seconds) })}</span>
}

function shareOf(done: number, all: number): number | undefined {
  return all === 0 ? undefined : Math.min(1, done / all)
}
