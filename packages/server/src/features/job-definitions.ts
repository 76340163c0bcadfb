import type { Config } from '../config'
import { FORGET_EVENTS, forgetEvents } from '../events/forget-events'
import type { JobDefinitions, NewJob } from '../jobs/job'
import { indexBacklog } from '../search/text/text-backlog'
import { purgeDataset } from './bin/purge-dataset'
import { assignmentJob } from './feedback/assignments/run-assignments'
import { purgeVectors } from './feedback/datasets/purge.service'
import { lexicalVectors } from './feedback/lexical-vectors/fill-vectors'
import { refreshStatistics } from './jobs/refresh-statistics'
import { forgetChanges, optionChange } from './options/run-changes'
import { removeTaskRecords } from './task/records/remove-records'
import { removeTombstones } from './task/records/remove-tombstones'
import { rulesJob } from './task/rules/write-suggestions'
import { sealRecords } from './task/segments/seal-records'
import { deliverWebhook } from './webhooks/deliver-webhook'
import { reachOf } from './webhooks/reach'

/** The definition of each kind of job; created per server, since definitions may keep state between jobs. */
export function jobDefinitions(config: Config): JobDefinitions {
  return {
    purge_dataset: purgeDataset,
    purge_vectors: purgeVectors,
    option_change: optionChange,
    forget_changes: forgetChanges,
    forget_events: forgetEvents(config.eventsKeptDays),
    remove_task_records: removeTaskRecords,
    remove_tombstones: removeTombstones(),
    seal_records: sealRecords(),
    index_words: indexBacklog,
    lexical_vectors: lexicalVectors(),
    assign_records: assignmentJob,
    apply_rules: rulesJob,
    deliver_webhook: deliverWebhook(reachOf(config)),
    refresh_statistics: refreshStatistics(),
  }
}

/** Jobs that each start of a server adds. */
export function jobsAtStart({ eventsKeptDays }: Pick<Config, 'eventsKeptDays'>): NewJob[] {
  return [{ kind: 'forget_changes', subject: 'all' }, ...(eventsKeptDays === undefined ? [] : [FORGET_EVENTS])]
}
