import { t } from '../../../i18n/areas/notices.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import styles from './NewDecisions.module.css'
import { type FromHere, useNewDecisions } from './use-new-decisions.ts'

/** One line while leads have decided on records that the user answered, and the user has not looked since. */
export function NewDecisions(from: FromHere) {
  const news = useNewDecisions(from)
  if (!news) return null
  return (
    <section className={styles.notice} aria-label={t('annotate.decisions.title')}>
      <p>{t('annotate.decisions', { count: news.records })}</p>
      <Button size="small" onPress={news.show}>
        {t('annotate.decisions.show')}
      </Button>
      <Button size="small" variant="quiet" onPress={news.dismiss}>
        {t('annotate.decisions.dismiss')}
      </Button>
    </section>
  )
}
