import type { Question } from '@postil/contract/feedback/settings/questions'
import { can } from '@postil/domain/permissions'
import { useQueryClient } from '@tanstack/react-query'
import { SkipForward } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { showError } from '../../../api/error-to-notice.ts'
import type { DatasetMetrics } from '../../../api/feedback/metrics.ts'
import type { AnnotationRecord } from '../../../api/feedback/record.ts'
import { skipRecord, unskipRecord } from '../../../api/feedback/team/skips.ts'
import { queryKeys } from '../../../api/keys.ts'
import { focusQuestion, questionElements } from '../../../form/focus.ts'
import { t } from '../../../i18n/areas/marks.ts'
import { useCommand } from '../../../keyboard/use-command.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { lazy } from '../../../ui/loading/lazy.tsx'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import '../../feedback/marks/commands.ts'
import { DoubtMark } from '../../feedback/marks/DoubtMark.tsx'
import styles from '../../feedback/marks/marks.module.css'
import { useMyDoubts } from '../../feedback/marks/use-my-doubts.ts'
import { useUser } from '../../session/session.ts'
import { ANSWER_TOAST, toastPosition } from '../use-answering.ts'
import type { Work } from '../use-work.ts'

/** For leads only. */
const GoldMark = lazy(() => import('../gold/GoldMark.tsx').then((m) => m.GoldMark), { prefetch: false })

interface RecordMarksProps {
  work: Work
  record: AnnotationRecord
  questions: readonly Question[]
}

/** What a user can do about a record instead of answering it, or beside it: skip it, ask a lead, and, as a lead, set its known answer. */
export function RecordMarks({ work, record, questions }: RecordMarksProps) {
  const isLead = can(useUser(), 'answers.resolve', { isMember: true })
  const { doubts, note } = useMyDoubts(record.datasetId)
  const doubt = doubts?.find(({ record_id }) => record_id === record.id)
  return (
    <>
      <Skip work={work} record={record} />
      <DoubtMark recordId={record.id} doubt={doubt} onNote={note} hasCommand />
      {isLead && work.form && (
        <Suspense fallback={<span className={styles.place} />}>
          <GoldMark record={record} questions={questions} form={work.form} />
        </Suspense>
      )}
    </>
  )
}

interface Skipped {
  recordId: string
  /** The latest answer by then: undo takes back what was done last. */
  after: number | undefined
}

/** Puts a pending record off until the user asks for it again. */
function Skip({ work, record }: Omit<RecordMarksProps, 'questions'>) {
  const { answering, drop, putBack, position, url } = work
  const client = useQueryClient()
  const [last, setLast] = useState<Skipped>()
  /** The message that offers to undo the last skip. */
  const offer = useRef<number>(undefined)
  const queryKey = queryKeys.metrics(record.datasetId)
  /** Shown at once. Counts asked for before may or may not hold it. */
  const count = async (by: 1 | -1) => {
    await client.cancelQueries({ queryKey })
    client.setQueryData<DatasetMetrics>(
      queryKey,
      (now) => now && { ...now, pending: now.pending - by, skipped: now.skipped + by },
    )
  }
  const fail = (error: unknown) => {
    setLast(undefined)
    showError(error)
    void client.invalidateQueries({ queryKey })
  }
  /** Requests go out one after the other, so that the server gets a skip and its undo in the order of the user. */
  const sent = useRef<Promise<unknown>>(Promise.resolve())
  const send = (request: () => Promise<unknown>, refused: (error: unknown) => void) => {
    sent.current = sent.current.then(request).catch(refused)
  }
  const canSkip = position !== undefined && url.status === 'pending' && !record.response

  const undo = async (recordId: string) => {
    setLast(undefined)
    toasts.dismiss(offer.current)
    putBack(recordId)
    send(() => unskipRecord(recordId), fail)
    await count(-1)
  }
  const run = async () => {
    const { id: recordId } = record
    setLast({ recordId, after: answering.recent[0]?.id })
    // From the button: the next record's questions take the focus from these.
    focusQuestion(questionElements()[0], false)
    drop(recordId)
    offer.current = toasts.notify({
      type: 'info',
      about: ANSWER_TOAST,
      position: toastPosition(),
      message: t('annotate.skipped'),
      action: { label: t('annotate.undo'), run: () => void undo(recordId) },
    })
    send(
      () => skipRecord(recordId),
      (error) => {
        putBack(recordId)
        fail(error)
      },
    )
    await count(1)
  }
  const command = useCommand('annotate.skip', {
    run: () => void run(),
    isEnabled: canSkip,
    reason: t('annotate.skip.why'),
  })
  return (
    <>
      {position && (
        <IconButton
          icon={SkipForward}
          label={command.label}
          size="small"
          keys={command.keys}
          isDisabled={!canSkip}
          onPress={command.run}
        />
      )}
      {last && last.after === answering.recent[0]?.id && <UndoCommand run={() => void undo(last.recordId)} />}
    </>
  )
}

// Takes the key from the undo of answers as long as nothing was answered since.
function UndoCommand({ run }: { run: () => void }) {
  useCommand('annotate.undo', { run })
  return null
}
