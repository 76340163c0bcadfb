import { t } from '../../../i18n/notices.ts'
import { Button } from '../../../ui/Button.tsx'
import type { NotTakenProps } from './NotTakenNotice.tsx'
import styles from './notices.module.css'

/** The server refused the answer to this record: it is shown for mending, with the reason. */
export function RefusedNotice({ work: { form, memory }, entry }: NotTakenProps) {
  if (!form) return null
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
