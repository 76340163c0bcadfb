import { t } from '../../../i18n/areas/importing.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import type { KeptUpload } from '../import-state.ts'
import styles from './Notice.module.css'

interface KeptNoticeProps {
  kept: KeptUpload
  /** Of the dataset. */
  name: string
  onGoOn: (kept: KeptUpload) => void
}

/** Offers to resume an unfinished earlier upload of this file into this dataset. */
export function KeptNotice({ kept, name, onGoOn }: KeptNoticeProps) {
  return (
    <div className={styles.notice} data-tone="ochre" role="status">
      <p>{t('import.kept', { count: kept.checkpoint.rows, name })}</p>
      <p>{t(`import.keptHelp.${kept.mode}`)}</p>
      <div className={styles.actions}>
        <Button size="medium" onPress={() => onGoOn(kept)}>
          {t('import.goOn')}
        </Button>
      </div>
    </div>
  )
}
