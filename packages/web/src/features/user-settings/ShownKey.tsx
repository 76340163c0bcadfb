import { KeyRound } from 'lucide-react'
import type { CreatedApiKey } from '../../api/account.ts'
import { t } from '../../i18n/user-settings.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './ApiKeys.module.css'

interface ShownKeyProps {
  apiKey: CreatedApiKey
  onDone: () => void
}

/** A new key, whole, until it is put away: the server keeps no copy to show again. */
export function ShownKey({ apiKey, onDone }: ShownKeyProps) {
  return (
    <div className={styles.shown} role="status">
      <p>
        <Icon icon={KeyRound} />
        {t('userSettings.keys.shown', { name: apiKey.name })}
      </p>
      <div className={styles.secret}>
        <code>{apiKey.key}</code>
        <CopyButton text={apiKey.key} label={t('userSettings.keys.copy')} size="small" />
        <Button size="small" onPress={onDone}>
          {t('userSettings.keys.done')}
        </Button>
      </div>
    </div>
  )
}
