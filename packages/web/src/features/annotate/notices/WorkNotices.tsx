import type { Question } from '@postil/contract/feedback/settings/questions'
import type { OutboxEntry } from '@postil/domain/outbox/entry'
import type { Work } from '../use-work.ts'
import { DecidedNotice } from './DecidedNotice.tsx'
import { DoubtNotice } from './DoubtNotice.tsx'
import { ElsewhereNotice } from './ElsewhereNotice.tsx'
import { OthersAnswers } from './OthersAnswers.tsx'
import { RefusedNotice } from './RefusedNotice.tsx'
import { RestoredNotice } from './RestoredNotice.tsx'

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
