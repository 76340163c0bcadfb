import { t } from '../../i18n/index.ts'
import { LazyMarkdown } from '../feedback/annotation/LazyMarkdown.tsx'
import styles from './DatasetSettings.module.css'

/** Guidelines to read. */
export function GuidelinesText({ text }: { text: string | null }) {
  return (
    <section className={styles.guidelines} aria-label={t('settings.guidelines')}>
      {text ? <LazyMarkdown>{text}</LazyMarkdown> : <p className={styles.none}>{t('settings.noGuidelines')}</p>}
    </section>
  )
}
