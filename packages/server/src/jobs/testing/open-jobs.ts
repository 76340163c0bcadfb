import type { JobTable } from '../../db/tables'
import type { TestServer } from '../../testing/test-server'

/** The jobs that are waiting or running. */
export function openJobs({ context }: TestServer): Promise<JobTable[]> {
  return context.engine.db.selectFrom('jobs').selectAll().where('state', 'in', ['waiting', 'running']).execute()
}
