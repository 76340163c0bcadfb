import type { RecordStatus } from '@postil/domain/outbox/entry'
import { can } from '@postil/domain/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { showError } from '../../api/error-to-notice.ts'
import { unskipRecords } from '../../api/feedback/team/skips.ts'
import { queryKeys } from '../../api/keys.ts'
import type { SimilarityQuery } from '../../find/query.ts'
import { t } from '../../i18n/areas/notices.ts'
import type { DeviceMemory } from '../../local/use-outbox.ts'
import { QueueNotice } from '../../queue/QueueNotice.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { LinkButton } from '../dataset-list/LinkButton.tsx'
import { useUser } from '../session/session.ts'
import { NewDecisions } from './decisions/NewDecisions.tsx'
import { referenceQuery } from './finding/reference-query.ts'
import { useSearchSettings } from './finding/use-search-settings.ts'
import type { Notice } from './notice.ts'
import { isNarrowed } from './records/record-query.ts'
import { STATUSES } from './records/status.ts'
import { useCounts } from './records/use-counts.ts'
import { type AnnotationUrl, withQuery } from './url/annotation-url.ts'
import type { ChangeUrl } from './url/use-annotation-url.ts'

const NO_CONDITIONS = { text: undefined, filters: [], similarity: undefined }

interface RecordNoticeProps {
  notice: Notice
  /** The records of the queue that the user has seen. */
  known?: readonly { response?: { status: string } | undefined }[]
  datasetId: string
  memory: DeviceMemory
  url: AnnotationUrl
  setUrl: ChangeUrl
  /** Another action where nothing is in the queue. */
  extra?: ReactNode
}

/** Explains why there is no record to show, and offers what to do next. */
export function RecordNotice({ notice, known = [], datasetId, memory, url, setUrl, extra }: RecordNoticeProps) {
  const counts = useCounts(datasetId, memory)
  const { status } = url
  const { onAgain, detail } = notice
  const user = useUser()
  const mayFindGold = can(user, 'responses.readAll', { isMember: true })
  const isForLeads =
    notice.kind === 'refused' && !mayFindGold && url.filters.some(({ property }) => property === 'gold')
  const lacking = useLackingVector(datasetId, notice.kind === 'refused' ? url.similarity : undefined)
  const kind = isForLeads
    ? 'forLeads'
    : lacking.vector !== undefined
      ? 'noVector'
      : notice.kind === 'empty' && counts?.total === 0
        ? 'noRecords'
        : notice.kind
  const go = (to: RecordStatus) => setUrl(withQuery(url, { status: to }))
  const queue = t(`annotate.status.${status}`)
  const isAmongSome = kind === 'end' && isNarrowed(url)
  const seen = known.filter(({ response }) => (response?.status ?? 'pending') === status).length
  // The counts are of the whole queue, without the search and the filters.
  const left = isAmongSome ? seen : (counts?.[status] ?? 0)
  const isOver = kind === 'empty' || (kind === 'end' && seen === 0)
  /** Records have come into the queue since it was read. */
  const hasNew = useCountedAgain(datasetId, kind === 'empty') && left > 0
  const isNone = kind === 'empty' ? !hasNew : left === 0
  /** Not so if records are skipped or assigned to others. */
  const isAllAnswered = counts && counts.submitted + counts.discarded + counts.draft >= counts.total
  const isShared = isOver && status === 'pending' && !isNarrowed(url) && notice.isShared
  const { title, text, drawing } = wordsOf(hasNew ? 'new' : isAmongSome ? 'endOfSome' : kind, status, left, queue)
  const client = useQueryClient()
  const skipped = counts?.skipped ?? 0
  const bringBack = async () => {
    try {
      await unskipRecords(datasetId)
      await client.invalidateQueries({ queryKey: queryKeys.metrics(datasetId) })
      onAgain()
    } catch (error) {
      showError(error)
    }
  }
  const others = STATUSES.filter((one) => one !== status && (counts?.[one] ?? 0) > 0)
  const wanted = status === 'pending' ? others : others.filter((one) => one === 'pending')
  if (lacking.isPending) return null
  return (
    <>
      <NewDecisions datasetId={datasetId} setUrl={setUrl} />
      <QueueNotice
        label={t('annotate.record')}
        drawing={drawing}
        title={title}
        text={
          isShared && isNone
            ? t('annotate.empty.shared')
            : kind === 'empty' && status === 'pending' && isAllAnswered && !hasNew
              ? t('annotate.empty.answered')
              : lacking.vector !== undefined
                ? t('annotate.noVector.text', { vector: lacking.vector })
                : text
        }
        detail={isForLeads || kind === 'noVector' ? undefined : detail}
        actions={
          <>
            {kind === 'noVector' && (
              <Button variant="primary" onPress={() => setUrl(withQuery(url, { similarity: undefined }))}>
                {t('annotate.noVector.end')}
              </Button>
            )}
            {kind === 'noVector' &&
              lacking.others.map(({ name, title }) => (
                <Button
                  key={name}
                  onPress={() =>
                    setUrl(withQuery(url, { similarity: url.similarity && { ...url.similarity, vector: name } }))
                  }
                >
                  {t('annotate.noVector.by', { vector: title || name })}
                </Button>
              ))}
            {(kind === 'noMatch' ||
              kind === 'forLeads' ||
              (kind === 'refused' && isNarrowed(url)) ||
              (isAmongSome && left === 0)) && (
              <Button variant="primary" onPress={() => setUrl(withQuery(url, NO_CONDITIONS))}>
                {t('annotate.noMatch.clear')}
              </Button>
            )}
            {kind === 'noMatch' &&
              others.map((one) => (
                <Button key={one} onPress={() => go(one)}>
                  {t('annotate.noMatch.in', { queue: t(`annotate.status.${one}`) })}
                </Button>
              ))}
            {kind === 'noRecords' && <Button onPress={onAgain}>{t('annotate.refresh')}</Button>}
            {isShared && <Button onPress={onAgain}>{t('annotate.empty.again')}</Button>}
            {hasNew && !isShared && (
              <Button variant="primary" onPress={onAgain}>
                {t('annotate.new.show')}
              </Button>
            )}
            {kind === 'end' && left > 0 && !isShared && (
              <Button variant="primary" onPress={onAgain}>
                {t('annotate.end.start')}
              </Button>
            )}
            {(kind === 'empty' || kind === 'end') && status === 'pending' && skipped > 0 && (
              <Button variant="primary" onPress={() => void bringBack()}>
                {t('annotate.skipped.bringBack', { count: skipped })}
              </Button>
            )}
            {(kind === 'failed' || kind === 'refused') && (
              <Button variant={kind === 'failed' ? 'primary' : 'default'} onPress={onAgain}>
                {t('annotate.failed.retry')}
              </Button>
            )}
            {kind === 'missing' && (
              <Button variant="primary" onPress={onAgain}>
                {t('annotate.missing.back')}
              </Button>
            )}
            {(kind === 'empty' || kind === 'end') &&
              (wanted.length > 0 ? wanted : others).map((one) => (
                <Button key={one} onPress={() => go(one)}>
                  {t('annotate.goTo', { queue: t(`annotate.status.${one}`), count: counts?.[one] ?? 0 })}
                </Button>
              ))}
            {kind === 'unpublished' &&
              (can(user, 'dataset.manage', { isMember: true }) ? (
                <LinkButton href={`/dataset/${datasetId}/settings?tab=fields`} variant="primary">
                  {t('annotate.draftDataset.settings')}
                </LinkButton>
              ) : (
                <LinkButton href="/datasets">{t('annotate.draftDataset.others')}</LinkButton>
              ))}
            {(kind === 'empty' || kind === 'noMatch') && extra}
          </>
        }
      />
    </>
  )
}

/** Whether the counts were fetched since a queue turned out to be empty: others may have records that were counted before. */
function useCountedAgain(datasetId: string, isEmpty: boolean): boolean {
  const client = useQueryClient()
  const [isCounted, setCounted] = useState(false)
  useEffect(() => {
    if (!isEmpty) return
    let isGone = false
    void client.invalidateQueries({ queryKey: queryKeys.metrics(datasetId) }).then(() => isGone || setCounted(true))
    return () => {
      isGone = true
      setCounted(false)
    }
  }, [client, datasetId, isEmpty])
  return isEmpty && isCounted
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

type Kind = Notice['kind'] | 'noRecords' | 'new' | 'forLeads' | 'endOfSome' | 'noVector'

function wordsOf(kind: Kind, status: RecordStatus, left: number, queue: string) {
  switch (kind) {
    case 'empty':
      return { title: t('annotate.empty.title'), text: t(`annotate.empty.${status}`), drawing: 'done' as const }
    case 'noMatch':
      return { title: t('annotate.noMatch.title'), text: t('annotate.noMatch.text'), drawing: 'search' as const }
    case 'end': {
      const text = left > 0 ? t('annotate.end.text', { count: left }) : t('annotate.end.done')
      return { title: t('annotate.end.title', { queue }), text, drawing: 'done' as const }
    }
    case 'endOfSome': {
      const text = left > 0 ? t('annotate.end.matching', { count: left }) : t('annotate.end.noneMatches')
      return { title: t('annotate.end.title', { queue }), text, drawing: 'done' as const }
    }
    case 'new':
      return { title: t('annotate.new.title'), text: t('annotate.new.text', { count: left }), drawing: 'page' as const }
    case 'failed':
      return { title: t('annotate.failed.title'), text: t('annotate.failed.text'), drawing: 'broken' as const }
    case 'refused':
      return { title: t('annotate.failed.title'), text: t('annotate.refused.text'), drawing: 'search' as const }
    case 'noVector':
      return { title: t('annotate.noVector.title'), text: '', drawing: 'search' as const }
    case 'forLeads':
      return { title: t('annotate.forLeads.title'), text: t('annotate.forLeads.text'), drawing: 'search' as const }
    case 'missing':
      return { title: t('annotate.missing.title'), text: t('annotate.missing.text'), drawing: 'search' as const }
    case 'noRecords':
      return { title: t('annotate.noRecords.title'), text: t('annotate.noRecords.text'), drawing: 'page' as const }
    case 'unpublished':
      return {
        title: t('annotate.draftDataset.title'),
        text: t('annotate.draftDataset.text'),
        drawing: 'later' as const,
      }
  }
}
