import { t } from '../../i18n/index.ts'
import { useOnline } from './use-online.ts'

/** The reason to disable buttons that write: there is no connection. Undefined while there is one. */
export function useOfflineReason(): string | undefined {
  return useOnline() ? undefined : t('ui.offlineReason')
}
