import { useState } from 'react'
import { t } from '../../../i18n/areas/notices.ts'
import { OPEN_SHEET } from '../../../keyboard/KeyboardProvider.tsx'
import { partsOnScreen } from '../../../keyboard/part-keys.ts'
import { useCommand, useCommandRegistry } from '../../../keyboard/use-command.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { KeyCap } from '../../../ui/display/KeyCap.tsx'
import { ANNOTATION_COMMANDS } from '../commands.ts'
import styles from './panels.module.css'

/** An overview of the keyboard shortcuts of this screen. */
export function ShortcutsPanel() {
  const registry = useCommandRegistry()
  const sheet = useCommand(OPEN_SHEET)
  const own = ANNOTATION_COMMANDS.map(({ id }) => registry.get(id)).filter(({ keys }) => keys.length > 0)
  const [parts] = useState(partsOnScreen)
  // List keys that several parts share only once.
  const others = [...new Map(parts.flatMap(({ rows }) => rows).map((row) => [row.words, row])).values()]
  return (
    <div className={styles.keys}>
      <ul className={styles.rows}>
        {[...own.map(({ label, keys }) => ({ words: label, keys })), ...others].map(({ words, keys }) => (
          <li key={words} className={styles.row}>
            <span>{words}</span>
            <span className={styles.caps}>
              {keys.map((key) => (
                <KeyCap key={key} keys={key} />
              ))}
            </span>
          </li>
        ))}
      </ul>
      <Button size="medium" keys={sheet.keys} onPress={sheet.run}>
        {t('annotate.keys.all')}
      </Button>
    </div>
  )
}
