import type { SessionUser } from '../../context'
import type { Db, Tx } from '../../db/tables'
import type { FoundTaskDataset } from './datasets/find-task-dataset'

/** The parts of a call that handlers for several paths use. */
export interface TaskRead {
  db: Db
  found(kind: 'task_dataset'): FoundTaskDataset
}

/** The parts of a call with a transaction that handlers for several paths use. */
export interface TaskWrite extends TaskRead {
  tx: Tx
  user: SessionUser
}
