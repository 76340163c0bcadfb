import type { ColumnProfile } from '@postil/importing/read/profile'
import { t } from '../../../i18n/areas/importing.ts'
import { formatNumber, formatShortPercent } from '../../../i18n/index.ts'

/** A one-line summary of a column: `77 different values`, `numbers, 1 to 5`, `texts of 54 characters on average`. */
export function columnFacts(profile: ColumnProfile, rows: number): string {
  const { filled } = profile
  if (filled === 0) return t('import.facts.empty')
  const share = filled / Math.max(1, rows)
  return [
    kindFacts(profile),
    ...(share < 1 ? [t('import.facts.filled', { share: formatShortPercent(share) })] : []),
  ].join(' · ')
}

function kindFacts(profile: ColumnProfile): string {
  const { filled, numbers, min, max, lists, spans, items, distinct, vectorSize, totalLength } = profile
  if (spans > 0) return t('import.facts.spans', { count: items?.length ?? 0 })
  if (lists === filled && vectorSize !== undefined) return t('import.facts.vector', { count: vectorSize })
  if (lists === filled) return t('import.facts.lists')
  if (numbers === filled) return t('import.facts.numbers', { min: formatNumber(min), max: formatNumber(max) })
  if (distinct && distinct.length <= Math.max(20, filled / 2))
    return t('import.facts.distinct', { count: distinct.length })
  return t('import.facts.texts', { count: Math.round(totalLength / filled) })
}
