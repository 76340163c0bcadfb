import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { fetchRecord } from '../../../api/feedback/records.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import { t } from '../../../i18n/areas/bulk.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import type { Bulk } from '../use-bulk.ts'
import styles from './LeftAlone.module.css'

/** At most this many records are listed; the rest is a number. */
const NAMED = 5

/**
 * Lists records that were answered elsewhere in the meantime, and were therefore not changed. The user can look at
 * them, overwrite them, or dismiss the list.
 */
export function LeftAlone({ bulk }: { bulk: Bulk }) {
  const { leftAlone } = bulk
  return leftAlone ? <Notice bulk={bulk} recordIds={leftAlone.recordIds} /> : null
}

function Notice({ bulk, recordIds }: { bulk: Bulk; recordIds: readonly string[] }) {
  const { settle } = bulk
  const others = recordIds.length - NAMED
  return (
    <section className={styles.left} aria-label={t('bulk.answered.region')}>
      <p role="status">{t('bulk.answered.left', { count: recordIds.length })}</p>
      <ul className={styles.records}>
        {recordIds.slice(0, NAMED).map((id) => (
          <Answered key={id} bulk={bulk} recordId={id} />
        ))}
        {others > 0 && <li>{t('bulk.answered.others', { count: others })}</li>}
      </ul>
      <Button size="small" onPress={() => settle(true)}>
        {t('bulk.answered.overwrite', { count: recordIds.length })}
      </Button>
      <Button size="small" variant="quiet" onPress={() => settle(false)}>
        {t('bulk.answered.leave', { count: recordIds.length })}
      </Button>
    </section>
  )
}

/** A record by its name and current status. Its link opens a new tab, so that this page keeps its answers. */
function Answered({ bulk: { datasetId }, recordId }: { bulk: Bulk; recordId: string }) {
  const { data } = useQuery({
    queryKey: queryKeys.record(datasetId, recordId),
    queryFn: () => fetchRecord(recordId),
    // A cached copy is older than the answer.
    staleTime: 0,
    meta: SILENT,
  })
  const status = data?.response?.status
  return (
    <li>
      <Link to={`?record=${recordId}`} target="_blank">
        {data?.externalId ?? recordId}
      </Link>
      {status && ` ${t(`annotate.status.${status}`)}`}
    </li>
  )
}
