import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLive } from '../../../api/live.ts'
import { t as tMarks } from '../../../i18n/areas/marks.ts'
import { t } from '../../../i18n/areas/notices.ts'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import { decisionsInWords, useNewDecisions } from '../../feedback/decisions/use-new-decisions.ts'
import { useMyDoubts } from '../../feedback/marks/use-my-doubts.ts'
import { tellOnce } from '../../feedback/tell-once.ts'
import { useCurrentUrl } from '../../feedback/url/use-annotation-url.ts'
import { useUser } from '../../session/session.ts'
import { toastPosition } from '../use-answering.ts'

interface AnnotationNewsProps {
  datasetId: string
}

/**
 * Keeps the counts of the annotation page up to date while others work, and tells the user what leads have decided and replied. Renders nothing: a line
 * would move the questions while the user answers them.
 */
export function AnnotationNews({ datasetId }: AnnotationNewsProps) {
  useLive()
  return (
    <>
      <DecisionsTold datasetId={datasetId} />
      <DoubtReplies datasetId={datasetId} />
    </>
  )
}

/** Tells that leads have decided on records that the user answered, and leads to these: once a visit, and again when there are more. */
function DecisionsTold({ datasetId }: AnnotationNewsProps) {
  const [, change] = useCurrentUrl()
  const client = useQueryClient()
  const { id: userId } = useUser()
  const news = useNewDecisions(datasetId, change)
  const untilMs = news?.untilMs
  const tell = useEffectEvent(() => {
    if (!news || !tellOnce(client, `decisions ${userId} ${datasetId}`, news.untilMs)) return
    toasts.notify({
      type: 'info',
      about: 'decisions',
      position: toastPosition(),
      message: decisionsInWords(news.records),
      action: { label: t('annotate.decisions.show'), run: news.show },
      otherAction: { label: t('annotate.decisions.dismiss'), run: news.dismiss },
    })
  })
  useEffect(() => {
    if (untilMs !== undefined) tell()
  }, [untilMs])
  return null
}

/** Tells that a lead has replied to doubts of the user, and leads to the record: once a visit, and again when there are more. */
function DoubtReplies({ datasetId }: AnnotationNewsProps) {
  const [, change] = useCurrentUrl()
  const client = useQueryClient()
  const { id: userId } = useUser()
  const { doubts } = useMyDoubts(datasetId)
  const unseen = (doubts ?? []).filter(({ resolved_at, is_seen }) => resolved_at !== null && !is_seen)
  const repliedMs = Math.max(0, ...unseen.map(({ resolved_at }) => Date.parse(`${resolved_at}Z`)))
  const tell = useEffectEvent(() => {
    const [first] = unseen
    if (!first || !tellOnce(client, `doubts ${userId} ${datasetId}`, repliedMs)) return
    toasts.notify({
      type: 'info',
      about: 'doubts',
      position: toastPosition(),
      message: tMarks('annotate.doubt.replies', { count: unseen.length }),
      action: {
        label: tMarks('annotate.doubt.show'),
        run: () => change((now) => ({ ...now, view: 'focus', recordId: first.record_id })),
      },
    })
  })
  useEffect(() => {
    if (repliedMs > 0) tell()
  }, [repliedMs])
  return null
}
