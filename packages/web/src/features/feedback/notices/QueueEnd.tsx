import type { RecordStatus } from '@postil/domain/outbox/entry'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { showError } from '../../../api/error-to-notice.ts'
import { unskipRecords } from '../../../api/feedback/team/skips.ts'
import { queryKeys } from '../../../api/keys.ts'
import { t } from '../../../i18n/areas/notices.ts'
import { QueueNotice } from '../../../queue/QueueNotice.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { isNarrowed } from '../records/record-query.ts'
import { STATUSES } from '../records/status.ts'
import { useCounts } from '../records/use-counts.ts'
import { withQuery } from '../url/annotation-url.ts'
import { ClearConditions } from './ClearConditions.tsx'
import type { RecordNoticeProps } from './notice.ts'

interface QueueEndProps extends RecordNoticeProps {
  kind: 'empty' | 'end' | 'noMatch'
}

/** The end of a queue, or a queue that has nothing. */
export function QueueEnd({ kind, notice, known = [], datasetId, memory, url, setUrl, extra }: QueueEndProps) {
  const counts = useCounts(datasetId, memory)
  const { status } = url
  const { onAgain } = notice
  const isPending = status === 'pending'
  const seen = known.filter(({ response }) => (response?.status ?? 'pending') === status).length
  const isAmongSome = kind === 'end' && isNarrowed(url)
  // The counts are of the whole queue, without the search and the filters.
  const left = isAmongSome ? seen : (counts?.[status] ?? 0)
  const hasNone = kind === 'empty' && counts?.total === 0
  const isEmpty = kind === 'empty' && !hasNone
  /** Records have come into the queue since it was read. */
  const hasNew = useCountedAgain(datasetId, isEmpty) && left > 0
  const isNone = isEmpty ? !hasNew : left === 0
  const isOver = isEmpty || (kind === 'end' && seen === 0)
  const isShared = isOver && isPending && !isNarrowed(url) && notice.isShared
  /** Not so if records are skipped or assigned to others. */
  const isAllAnswered = counts && counts.submitted + counts.discarded + counts.draft >= counts.total
  const end = hasNone ? 'noRecords' : hasNew ? 'new' : isAmongSome ? 'endOfSome' : kind
  const words = wordsOf(end, status, left)
  if (isShared && isNone) words.text = t('annotate.empty.shared')
  else if (end === 'empty' && isPending && isAllAnswered) words.text = t('annotate.empty.answered')
  const others = STATUSES.filter((one) => one !== status && (counts?.[one] ?? 0) > 0)
  const wanted = isPending ? others : others.filter((one) => one === 'pending')
  const go = (to: RecordStatus) => setUrl(withQuery(url, { status: to }))
  return (
    <QueueNotice
      label={t('annotate.record')}
      {...words}
      actions={
        <>
          {(kind === 'noMatch' || (isAmongSome && left === 0)) && <ClearConditions {...{ url, setUrl }} />}
          {kind === 'noMatch' &&
            others.map((one) => (
              <Button key={one} onPress={() => go(one)}>
                {t('annotate.noMatch.in', { queue: queueName(one) })}
              </Button>
            ))}
          {hasNone && <Button onPress={onAgain}>{t('annotate.refresh')}</Button>}
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
          {(isEmpty || kind === 'end') && isPending && (
            <BringBack {...{ datasetId, onAgain }} skipped={counts?.skipped ?? 0} />
          )}
          {(isEmpty || kind === 'end') &&
            (wanted.length > 0 ? wanted : others).map((one) => (
              <Button key={one} onPress={() => go(one)}>
                {t('annotate.goTo', { queue: queueName(one), count: counts?.[one] ?? 0 })}
              </Button>
            ))}
          {(isEmpty || kind === 'noMatch') && extra}
        </>
      }
    />
  )
}

interface BringBackProps {
  datasetId: string
  skipped: number
  onAgain: () => void
}

/** Brings the skipped records of the user back into the queue. */
function BringBack({ datasetId, skipped, onAgain }: BringBackProps) {
  const client = useQueryClient()
  if (skipped === 0) return null
  const bringBack = async () => {
    try {
      await unskipRecords(datasetId)
      await client.invalidateQueries({ queryKey: queryKeys.metrics(datasetId) })
      onAgain()
    } catch (error) {
      showError(error)
    }
  }
  return (
    <Button variant="primary" onPress={() => void bringBack()}>
      {t('annotate.skipped.bringBack', { count: skipped })}
    </Button>
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

function queueName(status: RecordStatus): string {
  return t(`annotate.status.${status}`)
}

type End = QueueEndProps['kind'] | 'endOfSome' | 'new' | 'noRecords'

function wordsOf(end: End, status: RecordStatus, left: number) {
  switch (end) {
    case 'empty':
      return { title: t('annotate.empty.title'), text: t(`annotate.empty.${status}`), drawing: 'done' as const }
    case 'noMatch':
      return { title: t('annotate.noMatch.title'), text: t('annotate.noMatch.text'), drawing: 'search' as const }
    case 'end': {
      const text = left > 0 ? t('annotate.end.text', { count: left }) : t('annotate.end.done')
      return { title: t('annotate.end.title', { queue: queueName(status) }), text, drawing: 'done' as const }
    }
    case 'endOfSome': {
      const text = left > 0 ? t('annotate.end.matching', { count: left }) : t('annotate.end.noneMatches')
      return { title: t('annotate.end.title', { queue: queueName(status) }), text, drawing: 'done' as const }
    }
    case 'new':
      return { title: t('annotate.new.title'), text: t('annotate.new.text', { count: left }), drawing: 'page' as const }
    case 'noRecords':
      return { title: t('annotate.noRecords.title'), text: t('annotate.noRecords.text'), drawing: 'page' as const }
  }
}
