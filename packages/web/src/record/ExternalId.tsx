import { t } from '../i18n/index.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import styles from './ExternalId.module.css'

/** So much of the end of an id always shows: ids of a series differ there. */
const TAIL_CHARS = 6

/** The id a record has where it comes from. Where room is short its middle gives way; it can be copied whole. */
export function ExternalId({ id }: { id: string }) {
  const chars = [...id]
  const at = Math.max(0, chars.length - TAIL_CHARS)
  return (
    <span className={styles.id}>
      <code className={styles.code} title={`${t('annotate.details.externalId')}: ${id}`}>
        <span className={styles.start}>{chars.slice(0, at).join('')}</span>
        <span className={styles.end}>{chars.slice(at).join('')}</span>
      </code>
      <CopyButton className={styles.copy} text={id} label={t('annotate.details.copyExternalId')} />
    </span>
  )
}
