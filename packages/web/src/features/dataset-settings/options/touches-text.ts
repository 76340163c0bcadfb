import type { OptionChange, OptionTouches } from '@postil/contract/options'
import { t } from '../../../i18n/areas/settings.ts'

const COUNTED = [
  'annotations',
  'predictions',
  'submitted',
  'drafts',
  'discarded',
  'resolutions',
  'suggestions',
  'rules',
] as const

/** What contains an option, as text: `1,204 annotations and 3 rules`; empty when nothing does. */
function touchedText(touched: OptionTouches): string {
  const parts = COUNTED.filter((kind) => touched[kind] > 0).map((kind) =>
    t(`options.count.${kind}`, { count: touched[kind] }),
  )
  // The texts are English, even if numbers are formatted for another locale.
  return new Intl.ListFormat('en').format(parts)
}

/** A sentence about what a change would do; empty for changes without effect on records. */
export function previewText(change: OptionChange, touched: OptionTouches): string {
  const what = touchedText(touched)
  switch (change.kind) {
    case 'rename':
      if (change.to === undefined || change.to === change.value) return t('options.willRenameText')
      return what === '' ? t('options.willRenameNothing') : t('options.willRename', { what })
    case 'merge':
      return what === '' ? t('options.willMergeNothing') : t('options.willMerge', { into: change.into, what })
    case 'retire':
      return what === '' ? t('options.willRetireNothing') : t('options.willRetire', { what })
    case 'add':
    case 'restore':
    case 'reorder':
    case 'color':
      return ''
  }
}

/**
 * A sentence about what a change did.
 *
 * @param option - display text of the option
 */
export function doneText(change: OptionChange, option: string, touched: OptionTouches): string {
  const what = touchedText(touched)
  switch (change.kind) {
    case 'rename': {
      const words = { option, to: change.text ?? change.to ?? option }
      return what === '' ? t('options.renamed', words) : t('options.renamedIn', { ...words, what })
    }
    case 'merge': {
      const words = { option, to: change.into }
      return what === '' ? t('options.merged', words) : t('options.mergedIn', { ...words, what })
    }
    case 'retire':
      return t('options.retiredNow', { option })
    case 'restore':
      return t('options.restored', { option })
    case 'reorder':
      return t('options.moved', { option })
    case 'color':
      return t('options.colored', { option })
    case 'add':
      return t('options.added', { count: change.options.length })
  }
}
