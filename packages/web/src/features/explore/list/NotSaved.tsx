import type { AnyRecordBody } from '@postil/contract/task/records'
import { t } from '../../../i18n/areas/classic/not-saved.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import type { Problem } from '../state/saving.ts'
import type { CardTools } from '../task-parts.ts'
import { contentWords, type TaskAnnotation } from './content-words.ts'
import styles from './RecordCard.module.css'

interface NotSavedProps {
  problem: Problem
  tools: Pick<CardTools<AnyRecordBody>, 'saveAnyway' | 'dismiss'>
}

/** A record as it was sent, in the shape of its task. */
type SentRecord = Problem['edit']['record'] & { annotation: TaskAnnotation | null; text?: string }

/** Why the last change of the record was not saved, what it was, and what the user can do about it. */
export function NotSaved({ problem, tools }: NotSavedProps) {
  const { status, annotation, text } = problem.edit.record as SentRecord
  const isChanged = problem.isAnsweredElsewhere === true
  const isGone = problem.status === 404
  const what = [t(`explore.status.${status}`), annotation && contentWords(annotation, text ?? '')]
    .filter(Boolean)
    .join(', ')
  return (
    <div className={styles.problem} role="alert">
      <p>
        {reasonOf(problem)}
        {/* The card shows the record without the change. */}
        <span className={styles.problemMine}> {t('notSaved.changedMine', { what })}</span>
      </p>
      <span className={styles.problemActions}>
        {!isGone && (
          <Button size="small" onPress={() => tools.saveAnyway(problem)}>
            {t(isChanged ? 'notSaved.mine' : 'notSaved.again')}
          </Button>
        )}
        <Button size="small" variant="quiet" onPress={() => tools.dismiss(problem)}>
          {t(isChanged ? 'notSaved.theirs' : 'notSaved.close')}
        </Button>
      </span>
    </div>
  )
}

function reasonOf({ isAnsweredElsewhere, status, messages }: Problem): string {
  if (isAnsweredElsewhere) return t('notSaved.changed')
  // Without a message the dataset was found, but not the record.
  if (status === 404) return t(messages.length > 0 ? 'notSaved.datasetGone' : 'notSaved.gone')
  return t('notSaved.because', { reason: messages.join(' ') || String(status) })
}
