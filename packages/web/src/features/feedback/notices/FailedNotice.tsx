import { can } from '@postil/domain/permissions'
import { useQuery } from '@tanstack/react-query'
import type { SimilarityQuery } from '../../../find/query.ts'
import { t } from '../../../i18n/areas/notices.ts'
import { NoVector } from '../../../queue/NoVector.tsx'
import { QueueNotice } from '../../../queue/QueueNotice.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { useUser } from '../../session/session.ts'
import { referenceQuery } from '../finding/reference-query.ts'
import { useSearchSettings } from '../finding/use-search-settings.ts'
import { isNarrowed } from '../records/record-query.ts'
import { withQuery } from '../url/annotation-url.ts'
import { ClearConditions } from './ClearConditions.tsx'
import type { RecordNoticeProps } from './notice.ts'

/** The records could not be loaded, or the server refuses the search: then with the reason, where the page knows it. */
export function FailedNotice({ notice, datasetId, url, setUrl }: RecordNoticeProps) {
  const mayFindGold = can(useUser(), 'responses.readAll', { isMember: true })
  const isRefused = notice.kind === 'refused'
  const lacking = useLackingVector(datasetId, isRefused ? url.similarity : undefined)
  if (lacking.isPending) return null
  if (isRefused && !mayFindGold && url.filters.some(({ property }) => property === 'gold'))
    return (
      <QueueNotice
        label={t('annotate.record')}
        drawing="search"
        title={t('annotate.forLeads.title')}
        text={t('annotate.forLeads.text')}
        actions={<ClearConditions {...{ url, setUrl }} />}
      />
    )
  if (lacking.vector !== undefined)
    return (
      <NoVector
        vector={lacking.vector}
        others={lacking.others}
        onVector={(vector) => setUrl(withQuery(url, { similarity: url.similarity && { ...url.similarity, vector } }))}
        onEnd={() => setUrl(withQuery(url, { similarity: undefined }))}
      />
    )
  return (
    <QueueNotice
      label={t('annotate.record')}
      drawing={isRefused ? 'search' : 'broken'}
      title={t('annotate.failed.title')}
      text={t(isRefused ? 'annotate.refused.text' : 'annotate.failed.text')}
      detail={notice.detail}
      actions={
        <>
          {isRefused && isNarrowed(url) && <ClearConditions {...{ url, setUrl }} />}
          <Button variant={isRefused ? 'default' : 'primary'} onPress={notice.onAgain}>
            {t('annotate.failed.retry')}
          </Button>
        </>
      }
    />
  )
}

/**
 * The vector of a refused similarity search, if the record to compare with lacks it: its title, and the vectors that
 * the record has.
 */
function useLackingVector(datasetId: string, similarity: SimilarityQuery | undefined) {
  const { data: record, isLoading } = useQuery({
    ...referenceQuery(datasetId, similarity?.recordId ?? ''),
    enabled: similarity !== undefined,
  })
  const { vectors } = useSearchSettings(datasetId)
  const has = ({ name }: { name: string }) => record?.vectors?.includes(name) === true
  const wanted = vectors?.find(({ name }) => name === similarity?.vector)
  return {
    isPending: similarity !== undefined && (isLoading || vectors === undefined),
    vector: similarity && record?.vectors && wanted && !has(wanted) ? wanted.title || wanted.name : undefined,
    others: vectors?.filter(has) ?? [],
  }
}
