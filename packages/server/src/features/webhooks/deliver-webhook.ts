import type { WebhookTable } from '../../db/tables'
import { readTail, type StoredEvent } from '../../events/read-tail'
import type { JobContext, JobDefinition, RunningJob } from '../../jobs/job'
import { Describer } from './describe'
import { type Notice, noticesOf } from './notices'
import type { Reach } from './reach'
import { NotDelivered, send } from './send'
import { eventsOf } from './webhooks.service'
import { findWaiting, findWebhook, movePlace, type Place } from './webhooks.store'

/** Events read at once. */
const EVENTS = 100
/** Messages after which it is stored which were sent. After a crash, at most as many are sent again. */
const MESSAGES = 50
/** A message that the receiver refuses this many times, in some 35 minutes, is given up, so that later ones get there. */
const MOST_REFUSALS = 12

/**
 * Send a webhook what it was not told yet, one message after the other in the order of the event log. As long as the receiver cannot be
 * reached, nothing is given up: the job is tried again after growing pauses. Every message is sent at least once.
 */
export function deliverWebhook(reach: Reach): JobDefinition {
  return {
    isParallel: true,
    isNeverGivenUp: true,
    findDue: async (db) => (await findWaiting(db)).map(({ id }) => ({ kind: 'deliver_webhook', subject: id })),
    run: async (job, context) => {
      // Those of the first message: each that is sent resets their number.
      let { failures } = job.row
      for (;;) {
        const hook = await findWebhook(context.engine.db, job.row.subject)
        if (!hook || hook.enabled === 0 || !(await deliverSome(job, context, { hook, reach, failures }))) return
        failures = 0
      }
    },
  }
}

/** Send some messages, and store up to where. Returns false when there are no new events. */
async function deliverSome(
  { step }: RunningJob,
  { engine: { db }, log }: JobContext,
  { hook, reach, failures }: { hook: WebhookTable; reach: Reach; failures: number },
): Promise<boolean> {
  const events = await readTail(db, hook.position, EVENTS)
  const last = events.at(-1)
  if (!last) return false
  const wanted = new Set<string>(eventsOf(hook))
  const describer = new Describer(db)
  let place: Place | undefined
  let sent = 0
  try {
    for (const { id, notice, next } of messagesAfter(hook, events)) {
      const { type, at } = notice
      const data = wanted.has(type) ? await describer.describe(notice) : undefined
      if (data !== undefined)
        await send(hook, { id, type, at, data }, reach).catch((cause: unknown) => {
          const isRefused = cause instanceof NotDelivered && cause.isRefused
          if (!isRefused || place || failures + 1 < MOST_REFUSALS) throw cause
          log.warn({ err: cause, webhook: hook.id, message: id }, 'a message of a webhook was given up')
        })
      place = next
      if (data !== undefined) sent += 1
      if (sent === MESSAGES) return true
    }
    place = { position: last.seq, sent: 0 }
    return true
  } finally {
    const reached = place
    if (reached)
      await step(async (tx, progress) => {
        progress.done = sent
        await movePlace(tx, hook, reached)
      })
  }
}

/** The messages of these events that come after those which a webhook was told, each with the place after it. */
function* messagesAfter(
  hook: Place,
  events: readonly StoredEvent[],
): Generator<{ id: string; notice: Notice; next: Place }> {
  let { position, sent } = hook
  for (const event of events) {
    const { seq } = event
    const notices = noticesOf(event)
    for (const [index, notice] of notices.entries()) {
      if (index < sent) continue
      const isLast = index + 1 === notices.length
      const next = isLast ? { position: seq, sent: 0 } : { position, sent: index + 1 }
      yield { id: `msg_${seq}_${index}`, notice, next }
    }
    position = seq
    sent = 0
  }
}
