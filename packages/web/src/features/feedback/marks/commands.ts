import { t } from '../../../i18n/areas/marks.ts'
import { commands } from '../../../keyboard/use-command.ts'

const group = t('annotate.group')

/** Commands about a record beside answering it, in both views of a dataset. */
commands.define([
  { id: 'annotate.skip', label: t('annotate.skip'), group, keys: ['Mod+ArrowRight'] },
  { id: 'annotate.doubt', label: t('annotate.doubt'), group, keys: ['Mod+.'], isForText: true },
])
