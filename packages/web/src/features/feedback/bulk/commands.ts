import { t } from '../../../i18n/index.ts'
import { commands } from '../../../keyboard/use-command.ts'

const group = t('annotate.group')

/** What the keyboard does in the list of the bulk view. */
export const BULK_COMMANDS = [
  { id: 'bulk.next', label: t('bulk.next'), group, keys: ['J'] },
  { id: 'bulk.previous', label: t('bulk.previous'), group, keys: ['K'] },
  { id: 'bulk.toggle', label: t('bulk.toggle'), group, keys: ['X'] },
  { id: 'bulk.selectPage', label: t('bulk.selectPage'), group, keys: ['Mod+A'] },
]
commands.define(BULK_COMMANDS)
