import type { Assignments } from '@postil/contract/feedback/team/assignments'
import type { TeamProgress } from '@postil/contract/feedback/team/team-progress'
import { type Named, tellApart } from '@postil/domain/people/full-name'
import { useQuery } from '@tanstack/react-query'
import { Clock, FilePen, type LucideIcon, MessageCircleQuestion, Scale } from 'lucide-react'
import { Fragment, type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { fetchAssignments } from '../../api/feedback/team/assignments.ts'
import { fetchDatasetDoubts } from '../../api/feedback/team/doubts-of-all.ts'
import { fetchDisagreements } from '../../api/feedback/team/resolutions.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'
import { parseServerTime } from '../../api/server-time.ts'
import { t } from '../../i18n/areas/team/team-progress.ts'
import { formatDate } from '../../i18n/index.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/display/Icon.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { useUser } from '../session/session.ts'
import cardStyles from './cards.module.css'
import styles from './TodoCard.module.css'

/** How long nobody has to have answered assigned records before the lead is asked to reassign them. */
const IDLE_MS = 2 * 24 * 3_600_000

interface TodoCardProps {
  datasetId: string
  progress: TeamProgress
  onReassign: (userId: string) => void
}

/** Tasks for the lead: decide disagreements, reply to doubts, reassign untouched records, and remind users of their drafts. */
export function TodoCard({ datasetId, progress, onReassign }: TodoCardProps) {
  const id = useId()
  // Comparing all answers takes the server a while: do not refetch with every change.
  const disagreements = useQuery({
    queryKey: queryKeys.disagreementCount(datasetId),
    queryFn: () => fetchDisagreements(datasetId),
    staleTime: 60_000,
    meta: SILENT,
  })
  const doubts = useQuery({
    queryKey: [...queryKeys.dataset(datasetId), 'doubts'],
    queryFn: () => fetchDatasetDoubts(datasetId),
    meta: SILENT,
  })
  const { data: assignments } = useQuery({
    queryKey: queryKeys.assignments(datasetId),
    queryFn: () => fetchAssignments(datasetId),
    meta: SILENT,
  })
  const nameOf = tellApart([...progress.people, ...(assignments?.people ?? [])])
  const idle = assignments ? idlePeople(assignments, progress, nameOf) : []
  const asked = doubts.data?.open ?? 0
  const open = disagreements.data?.open ?? 0
  const user = useUser()
  const whose = progress.people.filter(({ draft, username }) => draft > 0 && username !== null)
  const drafts = progress.people.reduce((sum, { draft }) => sum + draft, 0)
  return (
    <section className={cardStyles.card} aria-labelledby={id}>
      <header className={cardStyles.cardHead}>
        <h2 id={id} className={cardStyles.cardTitle}>
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
          {idle.map(({ userId, name, left, since }) => (
            <Todo
              key={userId}
              icon={Clock}
              words={t('team.todo.untouched', { name, count: left, day: formatDate(since) })}
            >
              <Button size="small" variant="quiet" className={styles.reassign} onPress={() => onReassign(userId)}>
                {t('team.todo.reassign')}
                <span className="visuallyHidden">: {name}</span>
              </Button>
            </Todo>
          ))}
          {drafts > 0 && (
            <Todo
              icon={FilePen}
              words={t('team.todo.drafts', { count: drafts })}
              detail={whose.map((person, at) => (
                <Fragment key={person.user_id}>
                  {at > 0 && ' · '}
                  <bdi>{nameOf(person)}</bdi>: {person.draft}
                </Fragment>
              ))}
            >
              {whose.some(({ user_id }) => user_id === user.id) && (
                <Link to={`/dataset/${datasetId}/annotation-mode?status=draft`}>{t('team.todo.ownDrafts')}</Link>
              )}
            </Todo>
          )}
          {open + asked + drafts + idle.length === 0 && <li className={cardStyles.quiet}>{t('team.todo.none')}</li>}
          <Todo icon={Scale} words={t('team.todo.agreement')}>
            <Link to={`/dataset/${datasetId}/settings?tab=agreement`}>{t('team.todo.read')}</Link>
          </Todo>
        </ul>
      )}
    </section>
  )
}

/** Who has not answered any of the records assigned to them for a while, the longest time first. */
function idlePeople({ people }: Assignments, progress: TeamProgress, nameOf: (person: Named) => string) {
  const lastAnswers = new Map(progress.people.map(({ user_id, last_answer_at }) => [user_id, last_answer_at]))
  return people
    .flatMap(({ user_id, username, name, left, assigned_at }) => {
      const times = [assigned_at, lastAnswers.get(user_id) ?? assigned_at].map((wire) =>
        parseServerTime(wire).getTime(),
      )
      const since = new Date(Math.max(...times))
      const isIdle = left > 0 && username !== null && since.getTime() < Date.now() - IDLE_MS
      return isIdle ? [{ userId: user_id, name: nameOf({ username, name }), left, since }] : []
    })
    .sort((one, other) => one.since.getTime() - other.since.getTime())
}

interface TodoProps {
  icon: LucideIcon
  words: string
  /** A second line. */
  detail?: ReactNode
  children?: ReactNode
}

function Todo({ icon, words, detail, children }: TodoProps) {
  return (
    <li>
      <Icon icon={icon} size={16} />
      <span>
        {words}
        {detail && <small className={styles.detail}>{detail}</small>}
      </span>
      {children}
    </li>
  )
}
