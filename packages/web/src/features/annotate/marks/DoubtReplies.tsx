import { useEffect, useEffectEvent } from 'react'
import { t } from '../../../i18n/areas/marks.ts'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import { useMyDoubts } from '../../feedback/marks/use-my-doubts.ts'
import { toastPosition } from '../use-answering.ts'

interface DoubtRepliesProps {
  datasetId: string
  /** Show a record. */
  onShow: (recordId: string) => void
}

/** Tells the user once a visit that a lead has replied to doubts of theirs, and leads to the record. Draws nothing. */
export function DoubtReplies({ datasetId, onShow }: DoubtRepliesProps) {
  const { doubts } = useMyDoubts(datasetId)
  const isKnown = doubts !== undefined
  const tell = useEffectEvent(() => {
    const unseen = (doubts ?? []).filter(({ resolved_at, is_seen }) => resolved_at !== null && !is_seen)
    const [first] = unseen
    if (!first) return
    toasts.notify({
      type: 'info',
      about: 'doubts',
      position: toastPosition(),
      message: t('annotate.doubt.replies', { count: unseen.length }),
      action: { label: t('annotate.doubt.show'), run: () => onShow(first.record_id) },
    })
  })
  useEffect(() => {
    if (isKnown) tell()
  }, [isKnown])
  return null
}
