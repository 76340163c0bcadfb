import type { Messages } from '../../catalogue.ts'
import { explore } from '../../en/explore.ts'
import { en } from '../../en/index.ts'
import { translator } from '../../t.ts'

/** Texts about changes of classic records that were not saved, which are rarely needed. */
const notSaved = {
  'notSaved.because': 'This was not saved: {reason}',
  'notSaved.gone': 'This record was deleted in the meantime, so this was not saved.',
  'notSaved.changed': 'Somebody changed this record after you opened it. It shows their version; yours was not saved.',
  'notSaved.changedMine': 'Yours: {what}',
  'notSaved.again': 'Try again',
  'notSaved.close': 'Close',
  'notSaved.mine': 'Save mine instead',
  'notSaved.theirs': 'Keep theirs',
  'conflicts.label': 'Records that others changed first',
  conflicts:
    'Others changed {count} of these records after you opened them. They show their versions; yours were not saved.',
  'conflicts.mine': 'Save mine for all',
  'conflicts.theirs': 'Keep theirs for all',
  'conflicts.kept': '{count} records stay as others have changed them',
} as const satisfies Messages

/** `t` with the texts about changes that were not saved. */
export const t = translator({ ...en, ...explore, ...notSaved })
