import { t } from '../i18n/index.ts'
import { commands } from '../keyboard/use-command.ts'

const group = t('annotate.group')

/** What finds records from the keyboard. */
export const SEARCH_COMMANDS = [
  { id: 'annotate.search', label: t('search.label'), group, keys: ['/'] },
  { id: 'annotate.filters', label: t('search.filters'), group, keys: ['F'] },
  { id: 'annotate.sort', label: t('search.sort'), group, keys: ['O'] },
  { id: 'annotate.similar', label: t('search.similar'), group, keys: ['M'] },
  { id: 'annotate.view', label: t('search.viewCommand'), group, keys: ['B'] },
  { id: 'annotate.reset', label: t('search.reset'), group },
]
commands.define(SEARCH_COMMANDS)
