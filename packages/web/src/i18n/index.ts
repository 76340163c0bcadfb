export {
  formatDate,
  formatDateTime,
  formatNumber,
  formatPercent,
  formatRelative,
  formatShortPercent,
  percentOf,
} from './format.ts'
export { settleLocale } from './locale.ts'
export { type MessageKey, t } from './t.ts'
