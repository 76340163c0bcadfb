import type { SessionUser } from '../../context'
import type { Db, Tx } from '../../db/tables'
import type { FoundTaskDataset } from './datasets/find-task-dataset'

/** What handlers that serve several paths read of a call. */
export interface TaskRead {
  db: Db
  found(kind: 'task_dataset'): FoundTaskDataset
}

/** The same for a call that may change something. */
export interface TaskWrite extends TaskRead {
  tx: Tx
  user: SessionUser
}
