import type { Messages } from '../../catalogue.ts'
import { explore } from '../../en/explore.ts'
import { en } from '../../en/index.ts'
import { translator } from '../../t.ts'

/** Texts about changes of classic records that were not saved, which are rarely needed. */
const notSaved = {
  'notSaved.because': 'This was not saved: {reason}',
  'notSaved.gone': 'This record was deleted in the meantime, so this was not saved.',
  'notSaved.datasetGone':
    'This dataset is no longer here: it was deleted, or another workspace has taken the name of its own. This was not saved.',
  'notSaved.changed': 'Somebody changed this record after you opened it. It shows their version; yours was not saved.',
  'notSaved.changedMine': 'Yours: {what}',
  'notSaved.again': 'Try again',
  'notSaved.close': 'Close',
  'notSaved.mine': 'Save mine instead',
  'notSaved.theirs': 'Keep theirs',
  'conflicts.label': 'Records that others changed first',
  conflicts: {
    one: 'Others changed {count} of these records after you opened it. It shows their version; yours was not saved.',
    other:
      'Others changed {count} of these records after you opened them. They show their versions; yours were not saved.',
  },
  'conflicts.more': { one: '{count} more is on another page.', other: '{count} more are on other pages.' },
  'conflicts.elsewhere': {
    one: 'Others changed {count} record on another page after you opened it; your change of it was not saved.',
    other: 'Others changed {count} records on other pages after you opened them; your changes of them were not saved.',
  },
  'conflicts.show': 'Show those on other pages',
  'conflicts.mine': 'Save mine for all',
  'conflicts.theirs': 'Keep theirs for all',
  'conflicts.kept': {
    one: '{count} record stays as others have changed it',
    other: '{count} records stay as others have changed them',
  },
} as const satisfies Messages

/** `t` with the texts about changes that were not saved. */
export const t = translator({ ...en, ...explore, ...notSaved })
