import { can } from '@postil/domain/permissions'
import { t } from '../../../i18n/areas/notices.ts'
import { QueueNotice } from '../../../queue/QueueNotice.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { LinkButton } from '../../dataset-list/LinkButton.tsx'
import { useUser } from '../../session/session.ts'
import { NewDecisions } from '../decisions/NewDecisions.tsx'
import { FailedNotice } from './FailedNotice.tsx'
import type { RecordNoticeProps } from './notice.ts'
import { QueueEnd } from './QueueEnd.tsx'

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
