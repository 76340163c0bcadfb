import type { Question } from '@postil/contract/feedback/settings/questions'
import type { OutboxEntry } from '@postil/domain/outbox/entry'
import { t } from '../../../i18n/areas/notices.ts'
import { formatRelative } from '../../../i18n/format.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { isModified } from '../../feedback/answers/form-state.ts'
import type { Work } from '../use-work.ts'
import { DecidedNotice } from './DecidedNotice.tsx'
import { DoubtNotice } from './DoubtNotice.tsx'
import { ElsewhereNotice } from './ElsewhereNotice.tsx'
import styles from './notices.module.css'
import { OthersAnswers } from './OthersAnswers.tsx'
import { RefusedNotice } from './RefusedNotice.tsx'

interface WorkNoticesProps {
  work: Work
  questions: readonly Question[]
  /** The user's answer from this device that the server refused, if any. */
  refused: OutboxEntry | undefined
}

/** Notices about the current record, above its questions. Most records have none. */
export function WorkNotices({ work, questions, refused }: WorkNoticesProps) {
  const NotTaken = refused?.refusal?.isAnsweredElsewhere ? ElsewhereNotice : RefusedNotice
  return (
    <>
      <RestoredNotice work={work} />
      {refused && <NotTaken work={work} questions={questions} entry={refused} />}
      {work.record && <DecidedNotice record={work.record} questions={questions} />}
      {work.record && <OthersAnswers record={work.record} questions={questions} />}
      {work.record && <DoubtNotice record={work.record} />}
    </>
  )
}

/**
 * Says that unsaved edits of an earlier visit were restored, and lets the user discard them. Renders nothing when
 * there are none.
 */
function RestoredNotice({ work: { form, record, memory } }: { work: Work }) {
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
