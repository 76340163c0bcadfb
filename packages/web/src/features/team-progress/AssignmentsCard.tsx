import type { Assignments } from '@postil/contract/feedback/team/assignments'
import { tellApart } from '@postil/domain/people/full-name'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { fetchAssignments, takeBackRecords } from '../../api/feedback/team/assignments.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'
import { t } from '../../i18n/areas/team/team-progress.ts'
import { formatNumber } from '../../i18n/index.ts'
import { classNames } from '../../ui/browser/class-names.ts'
import { useFocusInPlace } from '../../ui/browser/use-focus-in-place.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Cell, HeaderCell, Row, Table } from '../../ui/display/Table.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { AssignDialog } from './AssignDialog.tsx'
import styles from './AssignmentsCard.module.css'
import cardStyles from './cards.module.css'
import { PersonCell } from './PersonCell.tsx'
import tableStyles from './people.module.css'
import { ShareBar } from './SuggestionsCard.tsx'

/** Polling interval while an assignment runs. */
const POLL_MS = 1000

type Assignee = Assignments['people'][number]

function isOpen({ state }: Assignments['jobs'][number]): boolean {
  return state === 'open'
}

/** Whether something can be taken back from a user. */
function hasOpen({ assigned, done }: Assignee): boolean {
  return assigned > done
}

interface AssignmentsCardProps {
  datasetId: string
  workspaceId: string
  minSubmitted: number
  /** Id of a user whose records are to be assigned to others. */
  reassigned: string | undefined
  onReassign: (userId: string | undefined) => void
}

/** Which users were assigned records, and how many of these are done; to assign more, and to take some back. */
export function AssignmentsCard(props: AssignmentsCardProps) {
  const { datasetId, workspaceId, minSubmitted, reassigned, onReassign } = props
  const id = useId()
  const queryClient = useQueryClient()
  const [isAssigning, setAssigning] = useState(false)
  const [takenFrom, setTakenFrom] = useState<Assignee>()
  /** Id of the job that takes back what is then assigned to others. */
  const [awaited, setAwaited] = useState<string>()
  /** Ids of failed jobs, which the server lists until an owner retries them, and a later visit shows again. */
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set())
  const title = useRef<HTMLHeadingElement>(null)
  const { data, isError } = useQuery({
    queryKey: queryKeys.assignments(datasetId),
    queryFn: () => fetchAssignments(datasetId),
    refetchInterval: ({ state }) => (state.data?.jobs.some(isOpen) ? POLL_MS : false),
    meta: SILENT,
  })
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.assignments(datasetId) })
  const takeBack = useMutation({
    mutationFn: ({ user_id }: Assignee) => takeBackRecords(datasetId, { user_ids: [user_id] }),
    onSettled: refresh,
  })
  /** Take what somebody has not answered back; once that is done, it can be assigned to others. */
  const reassign = useMutation({
    mutationFn: async ({ user_id }: Assignee) => {
      const jobId = await takeBackRecords(datasetId, { user_ids: [user_id] })
      const key = queryKeys.assignments(datasetId)
      // A list that was asked for before does not have the job.
      await queryClient.cancelQueries({ queryKey: key })
      await queryClient.fetchQuery({ queryKey: key, queryFn: () => fetchAssignments(datasetId), staleTime: 0 })
      return jobId
    },
    onSuccess: (jobId) => setAwaited(jobId),
    onSettled: refresh,
  })
  const awaitedJob = data?.jobs.find((one) => one.id === awaited)
  if (awaited !== undefined && !(awaitedJob && isOpen(awaitedJob))) {
    setAwaited(undefined)
    // A job that failed is still listed.
    if (!awaitedJob) setAssigning(true)
  }
  const job = data?.jobs.find(isOpen)
  const [box, keepPlace] = useFocusInPlace<HTMLElement>(data?.people, 'tbody button')
  const askToTakeBack = (person: Assignee) => {
    keepPlace(data?.people.filter(hasOpen).findIndex(({ user_id }) => user_id === person.user_id) ?? -1)
    setTakenFrom(person)
  }
  const idle = data?.people.find(({ user_id }) => user_id === reassigned)
  const apart = tellApart(data?.people ?? [])
  const nameOf = (person: Assignee) => apart(person) || t('team.somebody')
  const failed = data?.jobs.find((one) => !isOpen(one) && !dismissed.has(one.id))
  return (
    <section className={cardStyles.card} aria-labelledby={id} ref={box} tabIndex={-1}>
      <header className={cardStyles.cardHead}>
        <h2 id={id} className={cardStyles.cardTitle} ref={title} tabIndex={-1}>
          {t('team.assignments')}
        </h2>
        <span className={cardStyles.lead}>
          {data && data.records > 0 && t('team.assignments.records', { count: data.records })}
        </span>
        <span className={cardStyles.tools}>
          <Button icon={UserPlus} size="small" onPress={() => setAssigning(true)}>
            {t('team.assign')}
          </Button>
        </span>
      </header>
      <p role="status" className={job ? 'note' : 'visuallyHidden'}>
        {job &&
          t(`team.assignments.running.${job.action}`, {
            done: job.done,
            total: job.total ?? t('team.assignments.all'),
          })}
      </p>
      {failed && (
        <p className={cardStyles.failed}>
          <span role="status">
            {t(`team.assignments.stopped.${failed.action}`, {
              done: failed.done,
              total: failed.total ?? t('team.assignments.all'),
            })}
          </span>{' '}
          <Button
            size="small"
            variant="quiet"
            onPress={() => {
              setDismissed(new Set(dismissed).add(failed.id))
              // The pressed button is gone.
              title.current?.focus({ preventScroll: true })
            }}
          >
            {t('team.assignments.dismiss')}
          </Button>
        </p>
      )}
      {isError && <p className={cardStyles.failed}>{t('team.assignments.failed')}</p>}
      {data && data.people.length === 0 && !job && <p className="note">{t('team.assignments.none')}</p>}
      {data && data.people.length > 0 && (
        <div className={tableStyles.frame}>
          <Table label={t('team.assignments')} className={classNames(tableStyles.table, styles.assignees)}>
            <thead>
              <tr>
                <HeaderCell>{t('team.column.name')}</HeaderCell>
                <HeaderCell align="end">{t('team.column.assigned')}</HeaderCell>
                <HeaderCell align="end">{t('team.column.done')}</HeaderCell>
                <HeaderCell align="end">{t('team.column.left')}</HeaderCell>
                <HeaderCell>
                  <span className="visuallyHidden">{t('team.takeBack')}</span>
                </HeaderCell>
              </tr>
            </thead>
            <tbody>
              {data.people.map((person) => (
                <Row key={person.user_id}>
                  <PersonCell name={nameOf(person)} />
                  <Cell isNumber data-label={t('team.column.assigned')}>
                    {formatNumber(person.assigned)}
                  </Cell>
                  <Cell isNumber data-label={t('team.column.done')}>
                    <span className={styles.done}>
                      <DoneBar {...person} />
                      {formatNumber(person.done)}
                    </span>
                  </Cell>
                  <Cell isNumber data-label={t('team.column.left')}>
                    <strong>{formatNumber(person.left)}</strong>
                  </Cell>
                  <Cell className={styles.takeBack}>
                    {hasOpen(person) && (
                      <Button
                        size="small"
                        variant="quiet"
                        aria-label={t('team.takeBackFrom', { name: nameOf(person) })}
                        onPress={() => askToTakeBack(person)}
                      >
                        {t('team.takeBack')}
                      </Button>
                    )}
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </div>
      )}
      {data?.people.some(({ assigned, done, left }) => done + left < assigned) && (
        <p className="note">{t('team.assignments.notLeft')}</p>
      )}
      {isAssigning && (
        <AssignDialog
          {...{ datasetId, workspaceId, minSubmitted }}
          onStarted={() => void refresh()}
          onClose={() => setAssigning(false)}
        />
      )}
      {idle && (
        <ConfirmDialog
          title={t('team.reassign', { name: nameOf(idle) })}
          action={t('team.reassign.action')}
          onConfirm={() => reassign.mutate(idle)}
          onClose={() => onReassign(undefined)}
        >
          {t('team.takeBack.what', { count: idle.assigned - idle.done })} {t('team.reassign.then')}
        </ConfirmDialog>
      )}
      {takenFrom && (
        <ConfirmDialog
          title={t('team.takeBackFrom', { name: nameOf(takenFrom) })}
          action={t('team.takeBack')}
          onConfirm={() => takeBack.mutate(takenFrom)}
          onClose={() => setTakenFrom(undefined)}
        >
          {t('team.takeBack.what', { count: takenFrom.assigned - takenFrom.done })}
        </ConfirmDialog>
      )}
    </section>
  )
}

/** The share of a user's records that is done. */
function DoneBar({ assigned, done }: Assignee) {
  const share = assigned === 0 ? 0 : done / assigned
  const parts = [
    { kind: 'accepted', share },
    { kind: 'unseen', share: 1 - share },
  ] as const
  return <ShareBar parts={parts} />
}
