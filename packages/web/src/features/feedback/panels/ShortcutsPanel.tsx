import { t } from '../../../i18n/notices.ts'
import { OPEN_SHEET } from '../../../keyboard/KeyboardProvider.tsx'
import { useCommand, useCommandRegistry } from '../../../keyboard/use-command.ts'
import { Button } from '../../../ui/Button.tsx'
import { KeyCap } from '../../../ui/KeyCap.tsx'
import { ANNOTATION_COMMANDS } from '../commands.ts'
import styles from './panels.module.css'

/** Keys that belong to a question or a text, not to a command. */
const OTHER_KEYS = [
  { words: t('annotate.keys.form'), keys: ['Tab', 'Escape'] },
  { words: t('annotate.keys.options'), keys: [t('annotate.keys.optionsKeys')] },
  { words: t('annotate.keys.rank'), keys: [t('annotate.keys.rankKeys')] },
  { words: t('annotate.keys.search'), keys: [t('annotate.keys.searchKeys')] },
  { words: t('annotate.keys.write'), keys: ['Shift+Enter', 'Escape'] },
  { words: t('annotate.keys.caret'), keys: ['ArrowLeft', 'ArrowRight', 'Shift+ArrowRight', 'Enter'] },
  { words: t('annotate.keys.marks'), keys: ['Delete', 'N', 'P'] },
] as const

/** The keys of this screen at a glance. */
export function ShortcutsPanel() {
  const registry = useCommandRegistry()
  const sheet = useCommand(OPEN_SHEET)
  const own = ANNOTATION_COMMANDS.map(({ id }) => registry.get(id)).filter(({ keys }) => keys.length > 0)
  return (
    <div className={styles.keys}>
      <ul className={styles.rows}>
        {[...own.map(({ label, keys }) => ({ words: label, keys })), ...OTHER_KEYS].map(({ words, keys }) => (
          <li key={words} className={styles.row}>
            <span>{words}</span>
            <span className={styles.caps}>
              {keys.map((key) => (/\s/.test(key) ? <span key={key}>{key}</span> : <KeyCap key={key} keys={key} />))}
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
