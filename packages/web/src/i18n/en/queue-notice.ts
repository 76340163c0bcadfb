import type { Messages } from '../catalogue.ts'

/** Words that stand where there is no record to show. */
export const queueNotice = {
  'annotate.empty.pending': 'Nothing is pending: every record has your answer.',
  'annotate.empty.draft': 'You have no drafts.',
  'annotate.empty.submitted': 'You have not submitted anything yet.',
  'annotate.empty.discarded': 'You have not discarded anything.',
  'annotate.empty.title': 'This queue is empty',
  'annotate.end.title': 'You reached the end of “{queue}”',
  'annotate.end.text': { one: '{count} record is left in it.', other: '{count} records are left in it.' },
  'annotate.end.done': 'Well done: nothing is left in it.',
  'annotate.end.start': 'Start from the first',
  'annotate.goTo': '{queue} ({count})',
  'annotate.noRecords.title': 'No records yet',
  'annotate.noRecords.text': 'This dataset has no records. Add some, then refresh.',
  'annotate.draftDataset.title': 'Not published yet',
  'annotate.draftDataset.text': 'Records can be answered once the dataset is published.',
  'annotate.failed.title': 'The records could not be loaded',
  'annotate.failed.text': 'Your answers are safe on this device. We try again every few seconds.',
  'annotate.failed.retry': 'Try again',
  'annotate.failed.details': 'Details',
  'annotate.noMatch.title': 'No record matches',
  'annotate.noMatch.text': 'Nothing in this queue matches the search and the filters.',
  'annotate.noMatch.clear': 'Clear search and filters',
} as const satisfies Messages
