import { t } from '../../i18n/datasets.ts'
import { commands } from '../../keyboard/use-command.ts'

const group = t('datasets.title')

/** What can be done with the keyboard on the dataset list. */
export const DATASET_LIST_COMMANDS = [
  { id: 'datasets.create', label: t('datasets.create'), group, keys: ['N'] },
  { id: 'datasets.find', label: t('datasets.find'), group, keys: ['/'] },
  { id: 'datasets.next', label: t('datasets.next'), group, keys: ['ArrowDown'], isHidden: true },
  { id: 'datasets.previous', label: t('datasets.previous'), group, keys: ['ArrowUp'], isHidden: true },
  { id: 'datasets.actions', label: t('datasets.actions'), group, keys: ['.'], isHidden: true },
  { id: 'datasets.refresh', label: t('datasets.refresh'), group, keys: ['R'] },
  { id: 'datasets.clear', label: t('datasets.clearFilters'), group },
]
commands.define(DATASET_LIST_COMMANDS)
