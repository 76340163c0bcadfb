import type { Question } from '@postil/contract/feedback/settings/questions'
import type { OutboxEntry } from '@postil/domain/outbox/entry'
import type { Work } from '../use-work.ts'
import { DecidedNotice } from './DecidedNotice.tsx'
import { ElsewhereNotice } from './ElsewhereNotice.tsx'
import { RefusedNotice } from './RefusedNotice.tsx'
import { RestoredNotice } from './RestoredNotice.tsx'

interface WorkNoticesProps {
  work: Work
  questions: readonly Question[]
  /** What was done to the record here, and was not taken. */
  refused: OutboxEntry | undefined
}

/** What there is to say about the shown record before its questions: most records have none of it. */
export function WorkNotices({ work, questions, refused }: WorkNoticesProps) {
  const NotTaken = refused?.refusal?.isAnsweredElsewhere ? ElsewhereNotice : RefusedNotice
  return (
    <>
      <RestoredNotice work={work} />
      {refused && <NotTaken work={work} questions={questions} entry={refused} />}
      {work.record && <DecidedNotice record={work.record} questions={questions} />}
    </>
  )
}
