import { parseServerTime } from '../../api/server-time.ts'
import { t } from '../../i18n/areas/datasets.ts'
import { formatDate, formatRelative, formatWireTime } from '../../i18n/index.ts'
import styles from './Bin.module.css'

/** Who deleted something, when, and until when it can be restored. `who` is null when that user was deleted, too. */
export function WhenDeleted({ who, at, until }: { who: string | null; at: string; until: string }) {
  return (
    <p className={styles.facts}>
      {t('bin.deletedBy', { who: who ?? t('bin.somebody') })}{' '}
      <time dateTime={`${at}Z`} title={formatWireTime(at)}>
        {formatRelative(parseServerTime(at))}
      </time>
      {'. '}
      {t('bin.until')}{' '}
      <time dateTime={`${until}Z`} title={formatWireTime(until)}>
        {formatDate(parseServerTime(until))}
      </time>
      .
    </p>
  )
}
