import type { TeamProgress } from '@postil/contract/feedback/team/team-progress'
import { api } from '../../client.ts'

/** Answers and completed records by day and user, in the browser's time zone. Throws what the client throws. */
export function fetchTeamProgress(datasetId: string): Promise<TeamProgress> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return api('GET /api/v1/datasets/{dataset_id}/team-progress', {
    params: { dataset_id: datasetId },
    query: { time_zone: timeZone || 'UTC' },
  })
}
