import { Info } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../i18n/user-settings.ts'
import { isFeatureOn, setFeature } from '../../ui/feature-toggles.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import styles from './UserSettingsPage.module.css'

/** Features that are being tried, to be switched on in this browser. */
export function TrialFeatures() {
  const [isWide, setWide] = useState(() => isFeatureOn('wideCards'))
  const handleChange = (isOn: boolean) => {
    setFeature('wideCards', isOn)
    setWide(isOn)
  }
  return (
    <div className={styles.choice}>
      <Switch isSelected={isWide} onChange={handleChange}>
        {t('userSettings.trial.wideCards')}
      </Switch>
      <Tooltip
        label={t('userSettings.trial.about')}
        trigger={<IconButton icon={Info} size="small" label={t('userSettings.trial.about')} />}
      >
        {t('userSettings.trial.wideCards.note')}
      </Tooltip>
    </div>
  )
}
