import type { AppContext } from '../context'
import type { FollowUp } from '../http/follow-up'
import { noteKeyUse } from './account/api-keys/api-keys.service'
import { noteSeen } from './account/sessions/note-seen'
import { noteNewRecords } from './feedback/records/statistics'
import { forgetNowAndThen } from './task/records/forget-deletions'

/** Do what follows from a request, on the HTTP thread. */
export async function followUp(context: AppContext, work: FollowUp): Promise<void> {
  switch (work.work) {
    case 'noteKeyUse':
      return noteKeyUse(context, work.keyId, work.at)
    case 'noteSeen':
      return noteSeen(context, work.userId, work.at)
    case 'runJobs':
      return context.jobs.wake()
    case 'noteNewRecords':
      return noteNewRecords(context, work.count)
    case 'forgetDeletions':
      return forgetNowAndThen(context, work.datasetId, work.count)
  }
}
