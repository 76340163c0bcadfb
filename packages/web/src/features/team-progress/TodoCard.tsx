import type { TeamProgress } from '@postil/contract/feedback/team/team-progress'
import { useQuery } from '@tanstack/react-query'
import { FilePen, type LucideIcon, MessageCircleQuestion, Scale } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { fetchDatasetDoubts } from '../../api/feedback/team/doubts.ts'
import { fetchDisagreements } from '../../api/feedback/team/resolutions.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'
import { t } from '../../i18n/areas/team/team-progress.ts'
import { Icon } from '../../ui/display/Icon.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { useUser } from '../session/session.ts'
import styles from './TeamProgress.module.css'

/** Tasks for the lead: decide disagreements, reply to doubts, and remind users of their drafts. */
export function TodoCard({ datasetId, progress }: { datasetId: string; progress: TeamProgress }) {
  const id = useId()
  // Comparing all answers takes the server a while: do not refetch with every change.
  const disagreements = useQuery({
    queryKey: [...queryKeys.dataset(datasetId), 'disagreements'],
    queryFn: () => fetchDisagreements(datasetId),
    staleTime: 60_000,
    meta: SILENT,
  })
  const doubts = useQuery({
    queryKey: [...queryKeys.dataset(datasetId), 'doubts'],
    queryFn: () => fetchDatasetDoubts(datasetId),
    meta: SILENT,
  })
  const asked = doubts.data?.open ?? 0
  const open = disagreements.data?.open ?? 0
  const user = useUser()
  const whose = progress.people.filter(({ draft, username }) => draft > 0 && username !== null)
  const drafts = progress.people.reduce((sum, { draft }) => sum + draft, 0)
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.cardHead}>
        <h2 id={id} className={styles.cardTitle}>
          {t('team.todo')}
        </h2>
      </header>
      {disagreements.isPending || doubts.isPending ? (
        <Skeleton height={20} />
      ) : (
        <ul className={styles.todo}>
          {open > 0 && (
            <Todo icon={Scale} words={t('team.todo.disagreements', { count: open })}>
              <Link to={`/dataset/${datasetId}/disagreements`}>{t('team.todo.decide')}</Link>
            </Todo>
          )}
          {asked > 0 && (
            <Todo icon={MessageCircleQuestion} words={t('team.todo.doubts', { count: asked })}>
              <Link to={`/dataset/${datasetId}/disagreements?show=doubts`}>{t('team.todo.reply')}</Link>
            </Todo>
          )}
          {drafts > 0 && (
            <Todo icon={FilePen} words={t('team.todo.drafts', { count: drafts })}>
              <span className={styles.quiet}>
                {whose.map(({ username, draft }) => `${username} ${draft}`).join(', ')}
              </span>
              {whose.some(({ user_id }) => user_id === user.id) && (
                <Link to={`/dataset/${datasetId}/annotation-mode?status=draft`}>{t('team.todo.ownDrafts')}</Link>
              )}
            </Todo>
          )}
          {open + asked + drafts === 0 && <li className={styles.quiet}>{t('team.todo.none')}</li>}
          <Todo icon={Scale} words={t('team.todo.agreement')}>
            <Link to={`/dataset/${datasetId}/settings?tab=agreement`}>{t('team.todo.read')}</Link>
          </Todo>
        </ul>
      )}
    </section>
  )
}

function Todo({ icon, words, children }: { icon: LucideIcon; words: string; children?: React.ReactNode }) {
  return (
    <li>
      <Icon icon={icon} size={16} />
      <span>{words}</span>
      {children}
    </li>
  )
}
