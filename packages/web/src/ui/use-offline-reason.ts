import { t } from '../i18n/index.ts'
import { useOnline } from './use-online.ts'

/** Why a button that writes rests now: there is no connection. undefined while there is one. */
export function useOfflineReason(): string | undefined {
  return useOnline() ? undefined : t('ui.offlineReason')
}
