import { can } from '@postil/domain/permissions'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { t } from '../../../i18n/areas/notices.ts'
import { QueueNotice } from '../../../queue/QueueNotice.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { LinkButton } from '../../dataset-list/LinkButton.tsx'
import { useUser } from '../../session/session.ts'
import { decisionsInWords, useNewDecisions } from '../decisions/use-new-decisions.ts'
import { tellOnce, untell } from '../tell-once.ts'
import type { ChangeUrl } from '../url/use-annotation-url.ts'
import { FailedNotice } from './FailedNotice.tsx'
import type { RecordNoticeProps } from './notice.ts'
import { QueueEnd } from './QueueEnd.tsx'
import styles from './RecordNotice.module.css'

/** Explains why there is no record to show, and offers what to do next. */
export function RecordNotice(props: RecordNoticeProps) {
  return (
    <>
      <NewDecisions datasetId={props.datasetId} setUrl={props.setUrl} />
      <Explained {...props} />
    </>
  )
}

function Explained(props: RecordNoticeProps) {
  const { notice, datasetId } = props
  switch (notice.kind) {
    case 'failed':
    case 'refused':
      return <FailedNotice {...props} />
    case 'missing':
      return (
        <QueueNotice
          label={t('annotate.record')}
          drawing="search"
          title={t('annotate.missing.title')}
          text={t('annotate.missing.text')}
          actions={
            <Button variant="primary" onPress={notice.onAgain}>
              {t('annotate.missing.back')}
            </Button>
          }
        />
      )
    case 'unpublished':
      return <UnpublishedNotice datasetId={datasetId} />
    default:
      return <QueueEnd {...props} kind={notice.kind} />
  }
}

function UnpublishedNotice({ datasetId }: { datasetId: string }) {
  const isManager = can(useUser(), 'dataset.manage', { isMember: true })
  return (
    <QueueNotice
      label={t('annotate.record')}
      drawing="later"
      title={t('annotate.draftDataset.title')}
      text={t('annotate.draftDataset.text')}
      actions={
        isManager ? (
          <LinkButton href={`/dataset/${datasetId}/settings?tab=fields`} variant="primary">
            {t('annotate.draftDataset.settings')}
          </LinkButton>
        ) : (
          <LinkButton href="/datasets">{t('annotate.draftDataset.others')}</LinkButton>
        )
      }
    />
  )
}

interface NewDecisionsProps {
  datasetId: string
  setUrl: ChangeUrl
}

/** One line while leads have decided on records that the user answered, and the user has not looked since. */
function NewDecisions({ datasetId, setUrl }: NewDecisionsProps) {
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
