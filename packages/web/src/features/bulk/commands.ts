import { t } from '../../i18n/bulk.ts'
import { commands } from '../../keyboard/use-command.ts'

const group = t('annotate.group')

/** What the keyboard does in the list of the bulk view. While records are selected plain letters belong to the form; with Alt they stay commands. */
export const BULK_COMMANDS = [
  { id: 'bulk.next', label: t('bulk.next'), group, keys: ['J', 'Alt+J'] },
  { id: 'bulk.previous', label: t('bulk.previous'), group, keys: ['K', 'Alt+K'] },
  { id: 'bulk.toggle', label: t('bulk.toggle'), group, keys: ['X', 'Alt+X'] },
  { id: 'bulk.extendNext', label: t('bulk.extendNext'), group, keys: ['Shift+ArrowDown'], isHidden: true },
  { id: 'bulk.extendPrevious', label: t('bulk.extendPrevious'), group, keys: ['Shift+ArrowUp'], isHidden: true },
  { id: 'bulk.selectPage', label: t('bulk.selectPage'), group, keys: ['Mod+A'] },
  { id: 'bulk.clearSelection', label: t('bulk.clearSelection'), group },
  { id: 'bulk.fill', label: t('bulk.fill'), group, keys: ['U', 'Alt+U'] },
]
commands.define(BULK_COMMANDS)
