import { t } from '../../i18n/settings.ts'
import { Markdown } from '../../ui/Markdown.tsx'
import styles from './DatasetSettings.module.css'

interface GuidelinesTextProps {
  text: string | null
  /** They stand by themselves: nothing around them says yet what they are. */
  hasHeading?: boolean
}

/** Guidelines to read. */
export function GuidelinesText({ text, hasHeading = false }: GuidelinesTextProps) {
  return (
    <section className={styles.guidelines} aria-label={t('settings.guidelines')}>
      {hasHeading && <h2 className={styles.guidelinesTitle}>{t('settings.guidelines')}</h2>}
      {text ? <Markdown>{text}</Markdown> : <p className={styles.none}>{t('settings.noGuidelines')}</p>}
    </section>
  )
}
