import type { Question } from '@postil/contract/feedback/settings/questions'
import type { OutboxEntry } from '@postil/domain/outbox/entry'
import { t } from '../../../i18n/areas/notices.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import type { Work } from '../use-work.ts'
import styles from './notices.module.css'

export interface NotTakenProps {
  work: Work
  questions: readonly Question[]
  /** What was done to the record here, and was not taken. */
  entry: OutboxEntry
}

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
