export {
  formatDate,
  formatDateTime,
  formatNumber,
  formatPercent,
  formatRelative,
  formatShortPercent,
  formatWireTime,
} from './format.ts'
export { settleLocale } from './locale.ts'
export { t } from './t.ts'
