import type { Json } from '@postil/contract/shapes'
import { sql } from 'kysely'
import { wireTime } from '../../db/clock'
import type { Db } from '../../db/tables'
import { rawJson } from '../../http/bodies/raw-json'
import type { StoredRecord } from '../feedback/common/stored-record'
import { type DescribedDataset, describeDataset, describeGone } from '../feedback/datasets/describe-dataset'
import { findRecordOnWire } from '../feedback/records/read-records'
import type { Notice } from './notices'

/**
 * Makes the data of messages, in the shapes of the reference's webhooks: a record contains its dataset, a response its record and its user.
 * Datasets and records are described as they are by now; what has been deleted since, as it was at last.
 */
export class Describer {
  private readonly datasets = new Map<string, Promise<DescribedDataset | undefined>>()

  constructor(private readonly db: Db) {}

  /** The data of a message; undefined when there is none to be sent: the thing is gone, and its deletion has a message of its own. */
  async describe(notice: Notice): Promise<Json | undefined> {
    const { datasetId } = notice
    if (notice.of === 'dataset') {
      const found = await this.dataset(datasetId)
      return found?.data ?? (notice.deleted === undefined ? undefined : describeGone(this.db, notice.deleted))
    }
    if (notice.of === 'record') {
      if (notice.completedBy !== undefined && !(await this.isCompletedBy(datasetId, notice.completedBy)))
        return undefined
      return this.record(datasetId, notice.id, notice.deleted)
    }
    return this.response(datasetId, notice.state)
  }

  private async dataset(id: string): Promise<DescribedDataset | undefined> {
    const known = this.datasets.get(id) ?? describeDataset(this.db, id)
    this.datasets.set(id, known)
    return known
  }

  private async record(datasetId: string, id: string, deleted?: string): Promise<Json | undefined> {
    const dataset = await this.dataset(datasetId)
    if (!dataset) return undefined
    if (deleted !== undefined) return deletedRecord(deleted, dataset)
    const view = { showMetadata: (text: string) => text, completion: { minSubmitted: dataset.minSubmitted } }
    const found = await findRecordOnWire(this.db, { id, dataset_id: datasetId }, view)
    if (!found) return undefined
    const { dataset_id: _, ...record } = found
    return { ...record, dataset: dataset.data }
  }

  private async response(datasetId: string, state: string): Promise<Json | undefined> {
    const { record_id: recordId, user_id: userId, ...response } = JSON.parse(state) as Record<string, Json>
    const record = await this.record(datasetId, String(recordId))
    if (!record) return undefined
    const user = typeof userId === 'string' ? await describeUser(this.db, userId) : null
    return { ...response, record, user }
  }

  /** Whether this response is the one with which its record had as many submitted answers as it needs. */
  private async isCompletedBy(datasetId: string, responseId: string): Promise<boolean> {
    const dataset = await this.dataset(datasetId)
    const { rows } = await sql<{ submitted: number }>`select count(*) as submitted
      from responses as mine join responses as others on others.record_pk = mine.record_pk and others.status = 'submitted'
      where mine.id = ${responseId} and mine.status = 'submitted'
        and (coalesce(others.submitted_at, others.updated_at), others.id)
          <= (coalesce(mine.submitted_at, mine.updated_at), mine.id)`.execute(this.db)
    return Number(rows[0]?.submitted) === dataset?.minSubmitted
  }
}

/** Null once they are deleted. */
async function describeUser(db: Db, id: string): Promise<Json> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'username', 'role', 'inserted_at', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { ...row, inserted_at: wireTime(row.inserted_at), updated_at: wireTime(row.updated_at) } : null
}

/** A deleted record, from its event. */
function deletedRecord(state: string, { data, minSubmitted }: DescribedDataset): Json {
  const before: StoredRecord & { responses: { status: string }[] } = JSON.parse(state)
  const submitted = before.responses.filter(({ status }) => status === 'submitted').length
  return {
    id: before.id,
    status: submitted >= minSubmitted ? 'completed' : 'pending',
    fields: rawJson(before.fields),
    metadata: before.metadata === null ? null : rawJson(before.metadata),
    external_id: before.external_id,
    inserted_at: wireTime(before.inserted_at),
    updated_at: wireTime(before.updated_at),
    dataset: data,
  }
}
