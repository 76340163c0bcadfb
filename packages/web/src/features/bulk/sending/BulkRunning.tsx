import { t } from '../../../i18n/areas/bulk.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ProgressBar } from '../../../ui/display/ProgressBar.tsx'
import styles from '../form/BulkForm.module.css'
import type { Bulk } from '../use-bulk.ts'

/** Progress of a running bulk answer, with a stop button. Renders nothing otherwise. */
export function Running({ bulk: { run } }: { bulk: Bulk }) {
  if (!run.progress) return null
  const { status, done, total, isWaiting } = run.progress
  const label = status === 'pending' ? t('bulk.undoing', { count: total }) : t(`bulk.progress.${status}`)
  return (
    <div className={styles.running}>
      <div className={styles.bar}>
        <ProgressBar label={`${label} · ${t('bulk.progress.of', { done, total })}`} share={done / Math.max(1, total)} />
        {isWaiting && (
          <p className={styles.note} role="status">
            {t('bulk.waiting')}
          </p>
        )}
      </div>
      {status !== 'pending' && (
        <Button size="medium" onPress={run.stop}>
          {t('bulk.stop')}
        </Button>
      )}
    </div>
  )
}

/** An unfinished bulk change of an earlier visit, to resume or to discard. */
export function Interrupted({ bulk: { run, goOn } }: { bulk: Bulk }) {
  const { interrupted } = run
  if (!interrupted || run.progress) return null
  const left = interrupted.chunks.slice(interrupted.sent).flat().length
  return (
    <div className={styles.interrupted} role="status">
      <p>{t('bulk.interrupted', { count: left })}</p>
      <Button size="small" onPress={goOn}>
        {t('bulk.continue')}
      </Button>
      <Button size="small" variant="quiet" onPress={run.drop}>
        {t('bulk.drop')}
      </Button>
    </div>
  )
}
