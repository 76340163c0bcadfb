import { formatRelative, t } from '../../../../i18n/index.ts'
import { Button } from '../../../../ui/Button.tsx'
import { useRefused } from '../../outbox/use-outbox.ts'
import type { Work } from '../use-work.ts'
import styles from './FormNotices.module.css'
import { isModified } from './form-state.ts'

interface NoticeProps {
  work: Work
}

/** Edits of an earlier visit are back, and can be dropped. */
export function RestoredNotice({ work: { form, record, memory } }: NoticeProps) {
  if (!form || !record || form.restoredAt === undefined || !isModified(form.form)) return null
  const drop = () => {
    memory.edits.forget(record.id)
    form.reopen()
  }
  return (
    <div className={styles.notice} role="status">
      <p>{t('annotate.restored', { when: formatRelative(new Date(form.restoredAt)) })}</p>
      <Button size="small" onPress={drop}>
        {t('annotate.restored.drop')}
      </Button>
    </div>
  )
}

/** The server did not take the answer to this record: it is shown for mending, with the reason. */
export function RefusedNotice({ work: { form, record, memory } }: NoticeProps) {
  const entry = useRefused(memory.outbox, record?.id)
  if (!entry || !form || entry.refusal?.isAnsweredElsewhere) return null
  const drop = () => {
    void memory.outbox.dismiss(entry.id)
    memory.edits.forget(entry.recordId)
    form.reopen()
  }
  return (
    <div className={styles.notice} data-tone="refused" role="alert">
      <p>{t('annotate.refusedNotice', { reason: entry.refusal?.messages.join('; ') ?? '' })}</p>
      <Button size="small" onPress={drop}>
        {t('annotate.refusedDrop')}
      </Button>
    </div>
  )
}
