import { TASK_LIMITS } from '@postil/contract/task/constants'
import type { TaskQuery } from '@postil/contract/task/query'
import { type TaskPerson, type TaskTeamProgress, taskTeamProgressRoutes } from '@postil/contract/task/team-progress'
import { fullNameOf } from '@postil/domain/people/full-name'
import {
  countAnswersByDay,
  countDays,
  type DayReader,
  dayReader,
  LONGEST_GAP_SECONDS,
  medianSeconds,
  QUARTER_MICROS,
} from '@postil/domain/progress/team-days'
import { sql } from 'kysely'
import { nowMicros, wireTime } from '../../../db/clock'
import type { Db } from '../../../db/tables'
import { handle } from '../../../http/calls/handle'
import type { FoundTaskDataset } from '../datasets/find-task-dataset'
import { openSearch, type SearchableDataset } from '../search/open-search'
import { askIndex } from '../search-thread/ask-index'

/** Handlers of the routes about the progress of a classic dataset's team. */
export const taskTeamProgressHandlers = handle(taskTeamProgressRoutes, {
  getTaskTeamProgress: ({ context, db, found, query }) =>
    findTaskTeamProgress({ db, heavyDb: context.engine.heavyDb }, found('task_dataset'), query.time_zone),
})

/** Counts by name. */
type Counts = ReadonlyMap<string, number>

const VALIDATED: TaskQuery = { status: ['Validated'] }

/**
 * The progress of the people who work on a classic dataset, by the days of a time zone. What the records contain is counted by the search index,
 * which is kept up to date anyway; who did what when, by an index of the store.
 */
async function findTaskTeamProgress(
  { db, heavyDb }: { db: Db; heavyDb: Db },
  dataset: FoundTaskDataset,
  timeZone: string,
): Promise<TaskTeamProgress> {
  const search = await openSearch(db, dataset)
  const count = (id: string, query: TaskQuery = {}) => countByIndex(db, search, id, query)
  const dayOf = dayReader(timeZone)
  const statuses = await count('status_distribution')
  const [validated = 0, discarded = 0] = [statuses.get('Validated'), statuses.get('Discarded')]
  const done = await countDone(heavyDb, dataset.id)
  const days = countDays(done.flatMap(completions), dayOf)
  return {
    records: {
      total: [...statuses.values()].reduce((sum, records) => sum + records, 0),
      completed: validated + discarded,
      validated,
      discarded,
    },
    today: dayOf.at(nowMicros()),
    days,
    people: await findPeople(heavyDb, dataset.id, done, dayOf),
    predictions: await findPredictions(count),
    labels: await findLabels(dataset, count),
  }
}

async function countByIndex(db: Db, search: SearchableDataset, id: string, query: TaskQuery): Promise<Counts> {
  const params = { size: TASK_LIMITS.metricSizeMax, entitySize: 0 }
  const asked = { op: 'metric', id, query: search.compile(query).query, params } as const
  return new Map(Object.entries(await askIndex(db, search.indexed, { ...asked, facets: [] })) as [string, number][])
}

function completions({ done_as, quarter, records }: DoneCount) {
  return [{ quarter, answers: done_as === 'Validated' ? records : 0, completed: records }]
}

async function findPeople(
  db: Db,
  datasetId: string,
  done: readonly DoneCount[],
  dayOf: DayReader,
): Promise<TaskPerson[]> {
  const byName = byPerson(done)
  const gaps = byPerson(await countDoneGaps(db, datasetId))
  const users = await selectUsers(db, [...byName.keys()])
  return [...byName]
    .map(([username, theirs]): TaskPerson => {
      const validated = theirs.filter(({ done_as }) => done_as === 'Validated')
      const sum = (counts: readonly DoneCount[]) => counts.reduce((total, { records }) => total + records, 0)
      return {
        user_id: users.get(username ?? '')?.id ?? null,
        username,
        name: users.get(username ?? '')?.name ?? username,
        submitted: sum(validated),
        discarded: sum(theirs) - sum(validated),
        last_answer_at: wireTime(Math.max(...theirs.map(({ last }) => last))),
        seconds: medianSeconds(gaps.get(username) ?? []),
        days: countAnswersByDay(validated.flatMap(completions), dayOf),
      }
    })
    .sort((one, other) => other.submitted - one.submitted || compare(one.username ?? '', other.username ?? ''))
    .slice(0, TASK_LIMITS.metricSizeMax)
}

/** Rows grouped by who did it, in one pass, since programs may have annotated under thousands of names. */
function byPerson<T extends { done_by: string | null }>(rows: readonly T[]): Map<string | null, T[]> {
  const found = new Map<string | null, T[]>()
  for (const row of rows) {
    const theirs = found.get(row.done_by)
    if (theirs) theirs.push(row)
    else found.set(row.done_by, [row])
  }
  return found
}

/** The users among these names, by username. All users are read, since there are fewer users than names that agents may have. */
async function selectUsers(
  db: Db,
  names: readonly (string | null)[],
): Promise<Map<string, { id: string; name: string }>> {
  if (names.length === 0) return new Map()
  const users = await db.selectFrom('users').select(['id', 'username', 'first_name', 'last_name']).execute()
  return new Map(users.map((user) => [user.username, { id: user.id, name: fullNameOf(user) }]))
}

type Count = (id: string, query?: TaskQuery) => Promise<Counts>

async function findPredictions(count: Count): Promise<TaskTeamProgress['predictions']> {
  const suggested = await count('predicted_by')
  const answered = await count('predicted_by', VALIDATED)
  const accepted = await count('accepted', VALIDATED)
  return [...suggested]
    .map(([agent, predictions]) => {
      const [seen = 0, same = 0] = [answered.get(agent), accepted.get(agent)]
      return { agent, suggested: predictions, answered: seen, accepted: same, changed: Math.max(0, seen - same) }
    })
    .sort((one, other) => compare(one.agent, other.agent))
}

async function findLabels({ task }: FoundTaskDataset, count: Count): Promise<TaskTeamProgress['labels']> {
  if (task === 'Text2Text') return []
  const isTokens = task === 'TokenClassification'
  const answers = await count(isTokens ? 'annotated_entity_labels' : 'annotated_as', VALIDATED)
  const suggested = await count(isTokens ? 'predicted_entity_labels' : 'predicted_as')
  return [...new Set([...answers.keys(), ...suggested.keys()])]
    .map((label) => ({ label, answers: answers.get(label) ?? 0, suggested: suggested.get(label) ?? 0 }))
    .sort(
      (one, other) => other.answers - one.answers || other.suggested - one.suggested || compare(one.label, other.label),
    )
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

/** Records that one agent or user validated or discarded in a quarter of an hour, numbered since 1970. */
interface DoneCount {
  done_as: 'Validated' | 'Discarded'
  done_by: string | null
  quarter: number
  records: number
  /** The time (µs) of the latest. */
  last: number
}

/** Who validated and discarded how many records, by quarters of an hour. Read from the index `task_records_done` alone, without the records. */
async function countDone(db: Db, datasetId: string): Promise<DoneCount[]> {
  const { rows } = await sql<DoneCount>`
    select done_as, done_by, done_at / ${sql.lit(QUARTER_MICROS)} as quarter, count(*) as records, max(done_at) as last
    from task_records where dataset_id = ${datasetId} and done_at is not null group by 1, 2, 3`.execute(db)
  return rows
}

/** How often each number of whole seconds passed between two validations by an agent; longer gaps are breaks and left out. */
async function countDoneGaps(
  db: Db,
  datasetId: string,
): Promise<{ done_by: string | null; seconds: number; times: number }[]> {
  const { rows } = await sql<{ done_by: string | null; seconds: number; times: number }>`
    select done_by, seconds, count(*) as times from (
      select done_by, (done_at - lag(done_at) over (partition by done_by order by done_at)) / 1000000 as seconds
      from task_records where dataset_id = ${datasetId} and done_as = 'Validated' and done_at is not null) gaps
    where seconds between 1 and ${LONGEST_GAP_SECONDS} group by 1, 2 order by 1, 2`.execute(db)
  return rows
}
