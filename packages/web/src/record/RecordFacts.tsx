import type { ReactNode } from 'react'
import { t } from '../i18n/areas/notices.ts'
import { formatWireTime } from '../i18n/index.ts'
import { CopyButton } from '../ui/controls/CopyButton.tsx'
import { metadataWords } from './metadata-words.ts'
import styles from './RecordDetails.module.css'
import type { RecordFacts as Facts } from './record-parts.ts'

/** Ids, times and metadata of a record, and a link that always leads to it. */
export function RecordFacts({ record }: { record: Facts }) {
  const link = location.origin + record.path
  const metadata = Object.entries(record.metadata ?? {})
  return (
    <>
      <dl className={styles.list}>
        <Row name={t('annotate.details.id')}>
          <code className={styles.code}>{record.id}</code>
          <CopyButton text={record.id} label={t('annotate.details.copyId')} />
        </Row>
        {record.externalId !== null && (
          <Row name={t('annotate.details.externalId')}>
            <code className={styles.code}>{record.externalId}</code>
          </Row>
        )}
        <Row name={t('annotate.details.inserted')}>{formatWireTime(record.insertedAt)}</Row>
        <Row name={t('annotate.details.updated')}>{formatWireTime(record.updatedAt)}</Row>
        {record.answeredAt !== undefined && (
          <Row name={t('annotate.details.answered')}>{formatWireTime(record.answeredAt)}</Row>
        )}
        <Row name={t('annotate.details.link')}>
          <a className={styles.link} href={link} title={link}>
            {record.path.slice(record.path.indexOf('?'))}
          </a>
          <CopyButton text={link} label={t('annotate.details.copyLink')} />
        </Row>
      </dl>
      <h3 className={styles.heading}>{t('annotate.details.metadata')}</h3>
      {metadata.length === 0 ? (
        <p className="note">{t('annotate.details.noMetadata')}</p>
      ) : (
        <dl className={styles.list}>
          {metadata.map(([name, value]) => (
            <Row key={name} name={name}>
              {metadataWords(value)}
            </Row>
          ))}
        </dl>
      )}
    </>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
