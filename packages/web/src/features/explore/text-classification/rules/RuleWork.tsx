import type { RuleWork as Work } from '@postil/contract/task/rule-suggestions'
import { can } from '@postil/domain/permissions'
import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { fetchRuleWork } from '../../../../api/classic/labelling-rules.ts'
import type { TaskPlace } from '../../../../api/classic/task-records.ts'
import { cancelJob } from '../../../../api/jobs.ts'
import { queryKeys } from '../../../../api/keys.ts'
import { SILENT } from '../../../../api/query-client.ts'
import { reasonOf } from '../../../../api/reason-of.ts'
import { t } from '../../../../i18n/areas/classic/rules.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { ProgressBar } from '../../../../ui/display/ProgressBar.tsx'
import { useUser } from '../../../session/session.ts'
import styles from './RulesView.module.css'
import { rulesKey, writingKey } from './use-rules.ts'

/** Polling intervals: while suggestions are written, and otherwise, since someone else may begin. */
const POLL_MS = 700
const IDLE_POLL_MS = 10_000

/** The progress of writing or removing suggestions, whoever began it, and afterwards the result. */
export function RuleWork({ place }: { place: TaskPlace }) {
  const user = useUser()
  const work = useRuleWork(place)
  const cancel = useMutation({ mutationFn: cancelJob })
  const box = useRef<HTMLDivElement>(null)
  const isGoingOn = work ? isOpen(work) : false
  const wasCancelled = cancel.variables !== undefined && cancel.variables === work?.id
  useEffect(() => {
    // The button that was pressed is gone.
    if (!isGoingOn && wasCancelled && document.activeElement === document.body) box.current?.focus()
  }, [isGoingOn, wasCancelled])
  if (!work) return null
  const { id, done, total } = work
  return (
    <div className={styles.work} ref={box} tabIndex={-1}>
      {isGoingOn && <ProgressBar label={progressWords(work)} share={total ? Math.min(1, done / total) : undefined} />}
      {isGoingOn && can(user, 'jobs.manage') && (
        <Button
          size="small"
          isPending={cancel.isPending && wasCancelled}
          disabledReason={cancel.isSuccess && wasCancelled ? t('rules.work.cancelling') : undefined}
          onPress={() => cancel.mutate(id)}
        >
          {t('rules.cancel')}
        </Button>
      )}
      {/* Screen readers announce changes of an element, not one that arrives with its text. */}
      <span role="status">{isGoingOn ? '' : resultWords(work)}</span>
    </div>
  )
}

/** The latest job; everything about the dataset is fetched again when it ends. */
function useRuleWork(place: TaskPlace): Work | null | undefined {
  const client = useQueryClient()
  const isWriting = useIsMutating({ mutationKey: writingKey(place) }) > 0
  const { data } = useQuery({
    queryKey: [...rulesKey(place), 'work'],
    queryFn: ({ signal }) => fetchRuleWork(place, signal),
    refetchInterval: ({ state }) => (isWriting || (state.data && isOpen(state.data)) ? POLL_MS : IDLE_POLL_MS),
    meta: SILENT,
  })
  const isGoingOn = data ? isOpen(data) : false
  const { workspace, name } = place
  useEffect(() => {
    if (!isGoingOn) return
    return () => void client.invalidateQueries({ queryKey: queryKeys.taskDataset({ workspace, name }) })
  }, [isGoingOn, client, workspace, name])
  return data
}

function isOpen({ state }: Work): boolean {
  return state === 'waiting' || state === 'running'
}

function progressWords({ action, done, total }: Work): string {
  return total === null ? t('rules.work.begin') : t(`rules.work.${action}`, { done, total })
}

function resultWords({ action, state, result, error }: Work): string {
  if (state === 'failed') return t('rules.work.failed', { reason: reasonOf(error ?? '') })
  if (state === 'cancelled') return t('rules.work.cancelled', result)
  return action === 'remove' ? t('rules.removed', { count: result.removed }) : t('rules.work.result', result)
}
