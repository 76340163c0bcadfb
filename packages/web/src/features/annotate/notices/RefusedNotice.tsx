import type { Question } from '@postil/contract/feedback/settings/questions'
import type { OutboxEntry } from '@postil/domain/outbox/entry'
import { t } from '../../../i18n/areas/notices.ts'
import { refusalWords } from '../../../local/saved/refusal-words.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import type { Work } from '../use-work.ts'
import styles from './notices.module.css'

export interface NotTakenProps {
  work: Work
  questions: readonly Question[]
  /** The user's answer from this device that the server refused. */
  entry: OutboxEntry
}

/**
 * Shown when the server refused the answer to this record: gives the reason, and the user can correct or discard the
 * answer.
 */
export function RefusedNotice({ work: { form, memory }, entry }: NotTakenProps) {
  if (!form) return null
  const drop = () => {
    void memory.outbox.dismiss(entry.id)
    memory.edits.forget(entry.recordId)
    form.reopen()
  }
  return (
    <div className={styles.notice} data-tone="refused" role="alert">
      <p>{t('annotate.refusedNotice', { reason: refusalWords(entry) })}</p>
      <Button size="small" onPress={drop}>
        {t('annotate.refusedDrop')}
      </Button>
    </div>
  )
}
