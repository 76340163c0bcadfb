import { t } from '../../i18n/disagreements.ts'
import { commands } from '../../keyboard/use-command.ts'

const group = t('disagreements.title')

/** Commands that take the first nine answers to the open question, by their numbers. */
export const TAKE = Array.from({ length: 9 }, (_, at) => `disagreements.take${at + 1}`)

commands.define([
  { id: 'disagreements.next', label: t('disagreements.next'), group, keys: ['ArrowRight'] },
  { id: 'disagreements.previous', label: t('disagreements.previous'), group, keys: ['ArrowLeft'] },
  { id: 'disagreements.undo', label: t('disagreements.undoLast'), group, keys: ['Mod+Z'] },
  ...TAKE.map((id, at) => ({
    id,
    label: t('disagreements.takeNth', { place: at + 1 }),
    group,
    keys: [String(at + 1)],
    isHidden: at > 0,
  })),
])
