import { Link } from 'react-router'
import { t } from '../../../i18n/areas/feedback.ts'
import { LazyMarkdown } from '../../../ui/markdown/LazyMarkdown.tsx'
import styles from './WithGuidelines.module.css'

interface GuidelinesTextProps {
  /** Absent when nobody has written them. */
  guidelines: string | undefined
  /** Where they can be written, for those who may. */
  settingsPath: string | undefined
}

/** What the team agreed on. */
export function GuidelinesText({ guidelines, settingsPath }: GuidelinesTextProps) {
  if (guidelines !== undefined) return <LazyMarkdown className={styles.text}>{guidelines}</LazyMarkdown>
  return (
    <p className={styles.none}>
      {t('annotate.guidelines.none')}{' '}
      {settingsPath !== undefined && <Link to={settingsPath}>{t('annotate.guidelines.write')}</Link>}
    </p>
  )
}
