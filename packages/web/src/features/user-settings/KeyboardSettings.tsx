import { t } from '../../i18n/index.ts'
import { OPEN_SHEET } from '../../keyboard/KeyboardProvider.tsx'
import { useCommand, useCommandRegistry } from '../../keyboard/use-command.ts'
import { Button } from '../../ui/Button.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { DISCARD } from '../feedback/annotation/commands.ts'
import styles from './UserSettingsPage.module.css'

const ALONE = 'Backspace'

/** The one key that is a matter of courage, and the way to all others. Kept with the other keys of this browser. */
export function KeyboardSettings() {
  const registry = useCommandRegistry()
  const { keys } = useCommand(DISCARD)
  const sheet = useCommand(OPEN_SHEET)
  const taken = registry.findConflict(DISCARD, ALONE)
  return (
    <div className={styles.look}>
      <Switch
        isSelected={keys.includes(ALONE)}
        isDisabled={taken !== undefined}
        aria-describedby="discard-alone-note"
        onChange={(isOn) => registry.setKeys(DISCARD, isOn ? [ALONE] : undefined)}
      >
        {t('userSettings.discardAlone')}
      </Switch>
      <p id="discard-alone-note" className={styles.none}>
        {taken ? t('userSettings.discardAlone.taken', { command: taken.label }) : t('userSettings.discardAlone.note')}
      </p>
      <div>
        <Button size="medium" keys={sheet.keys} onPress={sheet.run}>
          {t('annotate.keys.all')}
        </Button>
      </div>
    </div>
  )
}
