import { t } from '../../i18n/index.ts'
import { Markdown } from '../../ui/Markdown.tsx'
import styles from './DatasetSettings.module.css'

/** Guidelines to read. */
export function GuidelinesText({ text }: { text: string | null }) {
  return (
    <section className={styles.guidelines} aria-label={t('settings.guidelines')}>
      {text ? <Markdown>{text}</Markdown> : <p className={styles.none}>{t('settings.noGuidelines')}</p>}
    </section>
  )
}
