import { t } from '../../../i18n/areas/feedback.ts'
import { useChoice } from '../../../ui/browser/theme.ts'
import { Switch } from '../../../ui/controls/Switch.tsx'
import styles from './AutoSubmitSwitch.module.css'
import { autoSubmit } from './auto-submit.ts'

/** The switch for auto-submit, shown beside the question. */
export function AutoSubmitSwitch() {
  const chosen = useChoice(autoSubmit)
  return (
    <Switch
      className={styles.switch}
      isSelected={chosen === 'on'}
      onChange={(isOn) => autoSubmit.set(isOn ? 'on' : 'off')}
    >
      {t('annotate.autoSubmit')}
    </Switch>
  )
}
