import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { t } from '../../../i18n/areas/notices.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { useUser } from '../../session/session.ts'
import { tellOnce, untell } from '../tell-once.ts'
import type { ChangeUrl } from '../url/use-annotation-url.ts'
import styles from './NewDecisions.module.css'
import { decisionsInWords, useNewDecisions } from './use-new-decisions.ts'

interface NewDecisionsProps {
  datasetId: string
  setUrl: ChangeUrl
}

/** One line while leads have decided on records that the user answered, and the user has not looked since. */
export function NewDecisions({ datasetId, setUrl }: NewDecisionsProps) {
  const client = useQueryClient()
  const { id: userId } = useUser()
  const news = useNewDecisions(datasetId, setUrl)
  const untilMs = news?.untilMs
  useEffect(() => {
    if (untilMs === undefined) return
    // A toast would say the same.
    tellOnce(client, `decisions ${userId} ${datasetId}`, untilMs)
    untell('decisions')
  }, [client, userId, datasetId, untilMs])
  if (!news) return null
  return (
    <section className={styles.notice} aria-label={t('annotate.decisions.title')}>
      <p>{decisionsInWords(news.records)}</p>
      <Button size="small" onPress={news.show}>
        {t('annotate.decisions.show')}
      </Button>
      <Button size="small" variant="quiet" onPress={news.dismiss}>
        {t('annotate.decisions.dismiss')}
      </Button>
    </section>
  )
}
