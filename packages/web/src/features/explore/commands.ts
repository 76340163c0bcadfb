import { t } from '../../i18n/explore.ts'
import { commands } from '../../keyboard/use-command.ts'

const group = t('explore.group')

commands.define([
  { id: 'explore.search', label: t('explore.searchKey'), group, keys: ['/'] },
  { id: 'explore.validate', label: t('explore.validate'), group, keys: ['Enter'] },
  { id: 'explore.discard', label: t('explore.discard'), group, keys: ['Backspace'] },
  { id: 'explore.annotateAs', label: t('explore.annotateAs'), group, keys: ['.'] },
  { id: 'explore.undo', label: t('explore.undo'), group, keys: ['Mod+Z'] },
  // Where X is the key of a label, the card that has the focus takes it for the label.
  { id: 'explore.select', label: t('explore.selectKey'), group, keys: ['X'] },
  { id: 'explore.selectRange', label: t('explore.selectRange'), group, keys: ['Shift+X'] },
  { id: 'explore.selectPage', label: t('explore.selectPage'), group, keys: ['Mod+A'] },
  { id: 'explore.previous', label: t('explore.previous'), group, keys: ['ArrowLeft'] },
  { id: 'explore.next', label: t('explore.next'), group, keys: ['ArrowRight'] },
  { id: 'explore.refresh', label: t('explore.refresh'), group },
])
