import type { Messages } from '../catalogue.ts'
import { en } from '../en/index.ts'
import { translator } from '../t.ts'

/** Texts that only the annotation page of feedback datasets shows. */
const feedback = {
  'annotate.queues': 'Your queues',
  'annotate.autoSubmit': 'Submit when an option is chosen with the keyboard',
  'annotate.shortcuts': 'Shortcuts',
  'annotate.reason.elsewhere': 'First choose which answer to keep: this one or the one given elsewhere.',
  'annotate.reason.missing': 'Answer every required question first.',
  'annotate.reason.partial': 'Rank all the options, or none.',
  'annotate.reason.unchanged': 'Nothing has changed since you submitted it.',
  'annotate.reason.nothing': 'Nothing has been answered yet.',
  'annotate.reason.discarded': 'This record is already discarded.',
  'annotate.reason.cleared': 'There is nothing to clear.',
  'annotate.loadingRecord': 'Loading the record',
  'annotate.brokenQuestion': 'This question cannot be shown.',
  'annotate.suggestion': 'Suggested',
  'annotate.unseen': {
    one: '{count} suggestion below not seen',
    other: '{count} suggestions below not seen',
  },
  'annotate.suggestedBy': 'Suggested by {agent}',
  'annotate.suggestedByScore': 'Suggested by {agent}, score {score}',
  'annotate.suggestedScore': 'Suggested, score {score}',
  'annotate.slot': 'Rank {rank}',
  'annotate.slotOf': '{option}, rank {rank}',
  'annotate.pool': 'Not ranked',
  'annotate.poolOf': '{option}, not ranked',
  'annotate.ranked': '{option} is at rank {rank}.',
  'annotate.unranked': '{option} is no longer ranked.',
  'annotate.dropHere': 'Drag here, or press {rank}',
  'annotate.dropTouch': 'Drag here, or tap a card',
  'annotate.unrank': 'Remove {option} from the ranking',
  'annotate.suggestedRank': 'Suggested rank {rank}',
  'annotate.badUrl': 'Part of the address was not understood and is ignored: {parts}',
  'annotate.guidelines.text': 'Text of the guidelines',
  'annotate.guidelines.resize': 'Room for the guidelines',
  'annotate.guidelines.none': 'This dataset has no guidelines.',
  'annotate.guidelines.write': 'Write them in the settings',
  'annotate.acceptSuggestions': 'Accept all suggestions',
  'annotate.arrange': 'Questions below or beside the text',
  'annotate.backToQueue': 'Back to the queue',
  'annotate.undoToast.submitted': 'Submitted.',
  'annotate.undoToast.discarded': 'Discarded.',
  'annotate.undoToast.draft': 'Draft saved.',
  'annotate.undoToast.pending': 'Cleared.',
  'annotate.undone': 'Undone.',
  'annotate.refusedToast': 'An answer was not accepted: {reason}',
  'annotate.elsewhere.toast': {
    one: 'A record was answered elsewhere meanwhile. Choose which answer stays.',
    other: '{count} records were answered elsewhere meanwhile. Choose which answers stay.',
  },
  'annotate.end.toast': 'This was the last record of “{queue}”.',
} as const satisfies Messages

/** `t` with the texts of the annotation page of feedback datasets, in its chunk. */
export const t = translator({ ...en, ...feedback })
