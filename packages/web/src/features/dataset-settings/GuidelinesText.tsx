import { t } from '../../i18n/areas/settings.ts'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
import styles from './DatasetSettings.module.css'
import { NothingYet } from './parts.tsx'

interface GuidelinesTextProps {
  text: string | null
}

/** The guidelines, read-only. */
export function GuidelinesText({ text }: GuidelinesTextProps) {
  return (
    <section className={styles.guidelines} aria-label={t('settings.guidelines')}>
      {text ? <Markdown>{text}</Markdown> : <NothingYet guide="annotating">{t('settings.noGuidelines')}</NothingYet>}
    </section>
  )
}
