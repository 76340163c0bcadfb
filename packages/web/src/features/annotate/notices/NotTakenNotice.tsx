import type { Question } from '@postil/contract/feedback/questions'
import type { OutboxEntry } from '@postil/domain/outbox/entry'
import type { Work } from '../use-work.ts'
import { ElsewhereNotice } from './ElsewhereNotice.tsx'
import { RefusedNotice } from './RefusedNotice.tsx'

export interface NotTakenProps {
  work: Work
  questions: readonly Question[]
  /** What was done here, and was not taken. */
  entry: OutboxEntry
}

/** What was done to the shown record is not on the server: why, and what can be done about it. */
export function NotTakenNotice(props: NotTakenProps) {
  return props.entry.refusal?.isAnsweredElsewhere ? <ElsewhereNotice {...props} /> : <RefusedNotice {...props} />
}
