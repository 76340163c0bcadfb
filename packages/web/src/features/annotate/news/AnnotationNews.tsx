import { LIMITS } from '@postil/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { noteDoubtSeen } from '../../../api/feedback/team/doubts.ts'
import { useLive } from '../../../api/live.ts'
import { t as tMarks } from '../../../i18n/areas/marks.ts'
import { t } from '../../../i18n/areas/notices.ts'
import { formatNumber } from '../../../i18n/index.ts'
import { focusLost } from '../../../list/focus-lost.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { HeaderSlot } from '../../../ui/layout/HeaderSlot.tsx'
import { Popover } from '../../../ui/overlays/Popover.tsx'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import { decisionsInWords, useNewDecisions } from '../../feedback/decisions/use-new-decisions.ts'
import { useMyDoubts } from '../../feedback/marks/use-my-doubts.ts'
import { tellOnce, untell } from '../../feedback/tell-once.ts'
import { useCurrentUrl } from '../../feedback/url/use-annotation-url.ts'
import { useUser } from '../../session/session.ts'
import { toastPosition } from '../use-answering.ts'
import styles from './AnnotationNews.module.css'

interface AnnotationNewsProps {
  datasetId: string
}

/**
 * Keeps the counts of the annotation page up to date while others work, and tells the user what leads have decided and replied: by a toast, once a visit and
 * again when there is more, and in the header until the user has seen or dismissed it. A line in the page would move the questions while the user answers them.
 */
export function AnnotationNews({ datasetId }: AnnotationNewsProps) {
  useLive()
  const decisions = useDecisions(datasetId)
  const replies = useReplies(datasetId)
  useTelling(datasetId, decisions)
  useTelling(datasetId, replies)
  return <NewsBell news={[decisions, replies].filter((news) => news !== undefined)} />
}

/** News of decisions by leads on records that the user answered. */
function useDecisions(datasetId: string): News | undefined {
  const [, change] = useCurrentUrl()
  const news = useNewDecisions(datasetId, change)
  return news && { ...news, topic: 'decisions', count: news.records, text: decisionsInWords(news.records) }
}

/** News of replies by leads to doubts of the user. */
function useReplies(datasetId: string): News | undefined {
  const [, change] = useCurrentUrl()
  const { doubts, note } = useMyDoubts(datasetId)
  const unseen = (doubts ?? []).filter(({ resolved_at, is_seen }) => resolved_at !== null && !is_seen)
  const [first] = unseen
  if (!first) return undefined
  return {
    topic: 'doubts',
    count: unseen.length,
    text: tMarks('annotate.doubt.replies', { count: unseen.length }),
    untilMs: Math.max(...unseen.map(({ resolved_at }) => Date.parse(`${resolved_at}Z`))),
    show: () => change((now) => ({ ...now, view: 'focus', recordId: first.record_id })),
    dismiss: () => {
      for (const doubt of unseen) {
        note(doubt.record_id, { ...doubt, is_seen: true })
        // If the server cannot be reached, the next visit shows the news again.
        noteDoubtSeen(doubt.record_id).catch(() => undefined)
      }
    },
  }
}

/** Shows news in a toast: once per visit, and again when there is more. */
function useTelling(datasetId: string, news: News | undefined): void {
  const client = useQueryClient()
  const { id: userId } = useUser()
  const untilMs = news?.untilMs
  const tell = useEffectEvent(() => {
    if (!news || !tellOnce(client, `${news.topic} ${userId} ${datasetId}`, news.untilMs)) return
    const { topic, text, show, dismiss } = news
    toasts.notify({
      type: 'info',
      about: topic,
      position: toastPosition(),
      message: text,
      action: { label: t('annotate.decisions.show'), run: show },
      // The reply to a doubt counts as seen once its record is shown.
      otherAction: topic === 'decisions' ? { label: t('annotate.decisions.dismiss'), run: dismiss } : undefined,
    })
  })
  useEffect(() => {
    if (untilMs !== undefined) tell()
  }, [untilMs])
}

/** Decisions or replies of leads that the user has not seen yet. */
interface News {
  topic: 'decisions' | 'doubts'
  count: number
  text: string
  /** The time of the latest one. */
  untilMs: number
  show: () => void
  dismiss: () => void
}

/**
 * In the header, where it covers and moves nothing: how much news there is from leads, from its toast until the user has seen or dismissed it. Opened, it lists
 * the news, with the way to the records. Toasts announce what is new, so the number is not announced.
 */
function NewsBell({ news }: { news: readonly News[] }) {
  if (news.length === 0) return null
  const count = news.reduce((sum, one) => sum + one.count, 0)
  const most = LIMITS.countedDecisions
  // The server counts decisions up to this number.
  const shown = count > most ? `${formatNumber(most)}+` : formatNumber(count)
  return (
    <HeaderSlot place="saved">
      <span className={styles.bell}>
        <Popover
          label={t('annotate.news')}
          placement="bottom end"
          width={360}
          onOpenChange={(isOpen) => {
            if (isOpen) for (const { topic } of news) untell(topic)
          }}
          trigger={
            <Button icon={Bell} variant="quiet" size="medium" aria-label={t('annotate.news.count', { number: shown })}>
              {shown}
            </Button>
          }
        >
          {(close) => <NewsList news={news} onDone={close} />}
        </Popover>
      </span>
    </HeaderSlot>
  )
}

function NewsList({ news, onDone }: { news: readonly News[]; onDone: () => void }) {
  const after = (act: () => void) => () => {
    onDone()
    act()
    // After the sheet has tried to give the focus back to the button, which may be gone.
    requestAnimationFrame(() => requestAnimationFrame(focusLost))
  }
  return (
    <ul className={styles.list} aria-label={t('annotate.news')}>
      {news.map(({ topic, text, show, dismiss }) => (
        <li key={topic}>
          <p>{text}</p>
          <span className={styles.buttons}>
            <Button size="small" onPress={after(show)}>
              {t('annotate.decisions.show')}
            </Button>
            <Button size="small" variant="quiet" onPress={after(dismiss)}>
              {t('annotate.decisions.dismiss')}
            </Button>
          </span>
        </li>
      ))}
    </ul>
  )
}
