import type { Messages } from '../../catalogue.ts'
import { en } from '../../en/index.ts'
import { translator } from '../../t.ts'

/** The page where owners see what the server does in the background. */
const jobs = {
  'jobs.title': 'Background work',
  'jobs.lead': 'Long work, which goes on after you have left the page. It survives a restart of the server.',
  'jobs.failed': 'The list could not be loaded.',
  'jobs.none.title': 'Nothing in the background',
  'jobs.none':
    'Long work, such as clearing away a deleted dataset, is shown here while it goes on and for a week after.',
  'jobs.open': 'Going on',
  'jobs.stuck': 'Failed',
  'jobs.over': 'Ended in the last seven days',
  'jobs.kind.purge_dataset': 'Clear away the deleted dataset {name}',
  'jobs.kind.purge_dataset.import': 'Clear away an import that was not finished',
  'jobs.kind.purge_vectors': 'Clear away deleted vectors',
  'jobs.kind.option_change': 'Write changed labels or options into the records of {name}',
  'jobs.kind.forget_changes': 'Forget changes of labels that can no longer be undone',
  'jobs.kind.forget_events': 'Delete old entries of the log of changes',
  'jobs.kind.remove_task_records': 'Delete or discard records of {name}',
  'jobs.kind.remove_tombstones': 'Clean up after old deletions in {name}',
  'jobs.kind.seal_records': 'Prepare the records of {name} for searches',
  'jobs.kind.index_words': 'Find the words of records in {name}',
  'jobs.kind.index_words.all': 'Find the words of all earlier records',
  'jobs.kind.lexical_vectors': 'Make lexical vectors for {name}',
  'jobs.kind.assign_records': 'Assign records of {name}, or take them back',
  'jobs.kind.apply_rules': 'Write or remove the suggestions of the rules of {name}',
  'jobs.kind.deliver_webhook': 'Send changes to a webhook',
  'jobs.kind.refresh_statistics': 'Refresh the statistics of the database',
  'jobs.deletedDataset': 'a deleted dataset',
  'jobs.state.waiting': 'waiting',
  'jobs.state.running': 'running',
  'jobs.state.done': 'done',
  'jobs.state.failed': 'failed',
  'jobs.state.cancelled': 'cancelled',
  'jobs.state.cancelling': 'being cancelled',
  'jobs.of': '{done} of {total} done',
  'jobs.count': '{count} done',
  'jobs.began': 'began {when}',
  'jobs.added': 'added {when}',
  'jobs.again': 'next try {when}',
  'jobs.ended': 'ended {when}',
  'jobs.cancel': 'Cancel',
  'jobs.cancelOf': 'Cancel: {job}',
  'jobs.cancelled': 'It is being cancelled. What is done stays done.',
  'jobs.retry': 'Try again now',
  'jobs.retryOf': 'Try again now: {job}',
  'jobs.retried': 'It is being tried again.',
} as const satisfies Messages

/** `t` with the texts of the page of background jobs, in its chunk. */
export const t = translator({ ...en, ...jobs })
