import { Download } from 'lucide-react'
import { t } from '../../i18n/areas/exporting.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { ProgressBar } from '../../ui/display/ProgressBar.tsx'
import { formatBytes } from '../importing/format-bytes.ts'
import styles from './ExportDialog.module.css'
import { saveText } from './save-text.ts'
import type { ExportState } from './use-export.ts'

/** Progress while an export is written. */
export function ExportWriting({ state }: { state: Extract<ExportState, { step: 'writing' }> }) {
  const { progress } = state
  const share = progress && (progress.total === 0 ? 1 : progress.records / progress.total)
  return (
    <div className={styles.form}>
      <ProgressBar label={t('export.writing')} share={share} />
      <p className={styles.help}>
        {t('export.written', { count: progress?.records ?? 0, size: formatBytes(progress?.bytes ?? 0) })}
      </p>
    </div>
  )
}

/** The result: the file and its manifest are saved. */
export function ExportDone({ state }: { state: Extract<ExportState, { step: 'done' }> }) {
  const { result, fileName, manifestName } = state
  return (
    <div className={styles.form}>
      <p role="status">
        {t('export.done', { count: result.records, file: fileName, size: formatBytes(result.bytes) })}
      </p>
      {result.lostEntities !== undefined && result.lostEntities > 0 && (
        <p>{t('export.lostEntities', { count: result.lostEntities })}</p>
      )}
      <p className={styles.help}>{t('export.manifestHelp', { file: manifestName })}</p>
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
