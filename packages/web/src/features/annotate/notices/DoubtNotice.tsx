import { useEffect, useEffectEvent } from 'react'
import type { AnnotationRecord } from '../../../api/feedback/record.ts'
import { noteDoubtSeen } from '../../../api/feedback/team/doubts.ts'
import { t as marksText } from '../../../i18n/areas/marks.ts'
import { t } from '../../../i18n/areas/notices.ts'
import { useMyDoubts } from '../../feedback/marks/use-my-doubts.ts'
import styles from './notices.module.css'

/** The user's own doubt about the record, and what a lead replied. Seen here, the reply is not told again. */
export function DoubtNotice({ record }: { record: AnnotationRecord }) {
  const { doubts, note } = useMyDoubts(record.datasetId)
  const doubt = doubts?.find(({ record_id }) => record_id === record.id)
  const isUnseen = doubt !== undefined && doubt.resolved_at !== null && !doubt.is_seen
  const noteSeen = useEffectEvent(() => {
    if (!doubt) return
    // Told again at the next visit where the server cannot be reached.
    noteDoubtSeen(record.id).then(
      () => note(record.id, { ...doubt, is_seen: true }),
      () => undefined,
    )
  })
  useEffect(() => {
    if (isUnseen) noteSeen()
  }, [isUnseen])
  if (!doubt) return null
  return (
    <section className={styles.notice} data-tone="decided" aria-label={marksText('annotate.doubt.marked')}>
      <p>{t('annotate.doubt.yours', { note: doubt.note })}</p>
      {doubt.resolved_at !== null && (
        <p>
          <strong>
            {doubt.reply ? t('annotate.doubt.reply', { reply: doubt.reply }) : t('annotate.doubt.closed')}
          </strong>
        </p>
      )}
    </section>
  )
}
