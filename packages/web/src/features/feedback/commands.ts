import { t } from '../../i18n/areas/feedback.ts'
import { commands } from '../../keyboard/use-command.ts'

const group = t('annotate.group')

/**
 * A single key, since discarding can always be undone; in the user settings, Shift can be required against accidental
 * presses.
 */
export const DISCARD = 'annotate.discard'

/** The keyboard commands of the annotation view (screens: keyboard of feedback datasets). */
export const ANNOTATION_COMMANDS = [
  { id: 'annotate.submit', label: t('annotate.submit'), group, keys: ['Enter'] },
  { id: 'annotate.submitTyping', label: t('annotate.submitTyping'), group, keys: ['Mod+Enter'], isForText: true },
  { id: DISCARD, label: t('annotate.discard'), group, keys: ['Backspace'] },
  { id: 'annotate.draft', label: t('annotate.draft'), group, keys: ['Mod+S'], isForText: true },
  { id: 'annotate.clear', label: t('annotate.clear'), group },
  { id: 'annotate.undo', label: t('annotate.undo'), group, keys: ['Mod+Z'] },
  { id: 'annotate.redo', label: t('annotate.redo'), group, keys: ['Mod+Shift+Z'] },
  { id: 'annotate.next', label: t('annotate.next'), group, keys: ['ArrowRight'] },
  { id: 'annotate.previous', label: t('annotate.previous'), group, keys: ['ArrowLeft'] },
  { id: 'annotate.nextQuestion', label: t('annotate.nextQuestion'), group, keys: ['ArrowDown'], isHidden: true },
  { id: 'annotate.previousQuestion', label: t('annotate.previousQuestion'), group, keys: ['ArrowUp'], isHidden: true },
  { id: 'annotate.acceptSuggestions', label: t('annotate.acceptSuggestions'), group },
  { id: 'annotate.guidelines', label: t('annotate.guidelines'), group, keys: ['G'] },
  { id: 'annotate.arrange', label: t('annotate.arrange'), group },
  { id: 'annotate.progress', label: t('annotate.progress'), group },
  { id: 'annotate.refresh', label: t('annotate.refresh'), group },
]
commands.define(ANNOTATION_COMMANDS)
