import { t } from '../../../../i18n/rules.ts'
import { commands } from '../../../../keyboard/use-command.ts'

const group = t('rules.table')

commands.define([
  { id: 'rules.save', label: t('rules.save'), group, keys: ['Mod+S'] },
  { id: 'rules.manage', label: t('rules.table'), group, keys: ['M'] },
])
