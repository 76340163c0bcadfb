import { t } from '../../i18n/areas/user-settings.ts'
import { findConflict } from '../../keyboard/find-conflict.ts'
import { OPEN_SHEET } from '../../keyboard/KeyboardProvider.tsx'
import { useCommand, useCommandRegistry } from '../../keyboard/use-command.ts'
import { useChoice } from '../../ui/browser/theme.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { showUnseen } from '../feedback/answers/show-unseen.ts'
import { DISCARD } from '../feedback/commands.ts'
import styles from './UserSettingsPage.module.css'

const WITH_SHIFT = 'Shift+Backspace'

/** The switch that adds Shift to the key for discarding, and a button that opens all shortcuts. Stored in this browser. */
export function KeyboardSettings() {
  const registry = useCommandRegistry()
  const { keys } = useCommand(DISCARD)
  const sheet = useCommand(OPEN_SHEET)
  const unseen = useChoice(showUnseen)
  const taken = findConflict(registry, DISCARD, WITH_SHIFT)
  return (
    <div className={styles.look}>
      <Switch
        isSelected={keys.includes(WITH_SHIFT)}
        isDisabled={taken !== undefined}
        aria-describedby="discard-shift-note"
        onChange={(isOn) => registry.setKeys(DISCARD, isOn ? [WITH_SHIFT] : undefined)}
      >
        {t('userSettings.discardShift')}
      </Switch>
      <p id="discard-shift-note" className={styles.none}>
        {taken ? t('userSettings.discardShift.taken', { command: taken.label }) : t('userSettings.discardShift.note')}
      </p>
      <Switch isSelected={unseen === 'on'} onChange={(isOn) => showUnseen.set(isOn ? 'on' : 'off')}>
        {t('userSettings.showUnseen')}
      </Switch>
      <div>
        <Button size="medium" keys={sheet.keys} onPress={sheet.run}>
          {t('annotate.keys.all')}
        </Button>
      </div>
    </div>
  )
}
