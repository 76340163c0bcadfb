import { Link } from 'react-router'
import { t } from '../../../../i18n/index.ts'
import { Markdown } from '../../../../ui/Markdown.tsx'
import styles from './panels.module.css'

interface GuidelinesPanelProps {
  guidelines: string | null
  /** Where they can be written, for those who may. */
  settingsPath: string | undefined
}

/** What the team agreed on, beside the record. */
export function GuidelinesPanel({ guidelines, settingsPath }: GuidelinesPanelProps) {
  if (guidelines !== null && guidelines.trim() !== '') {
    return (
      <div className={styles.guidelines}>
        <Markdown>{guidelines}</Markdown>
      </div>
    )
  }
  return (
    <p className={styles.none}>
      {t('annotate.guidelines.none')}{' '}
      {settingsPath !== undefined && <Link to={settingsPath}>{t('annotate.guidelines.write')}</Link>}
    </p>
  )
}
