import { apiKeyRoutes } from './account/api-keys'
import { infoRoutes } from './account/info'
import { invitationRoutes } from './account/invitations'
import { meRoutes } from './account/me'
import { memberRoutes } from './account/members'
import { oauth2Routes } from './account/oauth2'
import { peopleRoutes } from './account/people'
import { sessionRoutes } from './account/sessions'
import { setupRoutes } from './account/setup'
import { userRoutes } from './account/users'
import { workspaceRoutes } from './account/workspaces'
import { binRoutes } from './bin'
import { deletionRoutes } from './deletions'
import { eventRoutes } from './events'
import { datasetRoutes } from './feedback/datasets'
import { recordFacetRoutes } from './feedback/record-facets'
import { recordSearchRoutes } from './feedback/record-search'
import { recordRoutes } from './feedback/records'
import { responseRoutes } from './feedback/responses'
import { searchRoutes } from './feedback/search'
import { fieldRoutes } from './feedback/settings/fields'
import { metadataPropertyRoutes } from './feedback/settings/metadata-properties'
import { optionChangeRoutes } from './feedback/settings/option-changes'
import { questionRoutes } from './feedback/settings/questions'
import { vectorsSettingsRoutes } from './feedback/settings/vectors-settings'
import { suggestionRoutes } from './feedback/suggestions'
import { activityRoutes } from './feedback/team/activity'
import { agreementRoutes } from './feedback/team/agreement'
import { assignmentRoutes } from './feedback/team/assignments'
import { doubtRoutes } from './feedback/team/doubts'
import { historyRoutes } from './feedback/team/history'
import { leaseRoutes } from './feedback/team/leases'
import { pastAnswerRoutes } from './feedback/team/past-answers'
import { resolutionRoutes } from './feedback/team/resolutions'
import { skipRoutes } from './feedback/team/skips'
import { teamProgressRoutes } from './feedback/team/team-progress'
import { jobRoutes } from './jobs'
import { bulkRoutes } from './task/bulk'
import { taskDatasetRoutes } from './task/datasets'
import { labelChangeRoutes } from './task/label-changes'
import { taskMetricRoutes } from './task/metrics'
import { pastAnnotationRoutes } from './task/past-annotations'
import { ruleSuggestionRoutes } from './task/rule-suggestions'
import { ruleRoutes } from './task/rules'
import { searchRoutes as taskSearchRoutes } from './task/search'
import { taskSettingsRoutes } from './task/settings'
import { taskRecordRoutes } from './task/task-records'
import { taskTeamProgressRoutes } from './task/team-progress'
import { webhookRoutes } from './webhooks'

/** Every route of the contract by name: what the server mounts, the reference shows and the clients are typed by. */
export const allRoutes = {
  ...infoRoutes,
  ...setupRoutes,
  ...sessionRoutes,
  ...oauth2Routes,
  ...meRoutes,
  ...apiKeyRoutes,
  ...userRoutes,
  ...workspaceRoutes,
  ...memberRoutes,
  ...peopleRoutes,
  ...invitationRoutes,
  ...jobRoutes,
  ...eventRoutes,
  ...webhookRoutes,
  ...binRoutes,
  ...deletionRoutes,
  ...datasetRoutes,
  ...activityRoutes,
  ...agreementRoutes,
  ...teamProgressRoutes,
  ...fieldRoutes,
  ...questionRoutes,
  ...optionChangeRoutes,
  ...metadataPropertyRoutes,
  ...vectorsSettingsRoutes,
  ...recordRoutes,
  ...suggestionRoutes,
  ...assignmentRoutes,
  ...leaseRoutes,
  ...skipRoutes,
  ...doubtRoutes,
  ...responseRoutes,
  ...resolutionRoutes,
  ...historyRoutes,
  ...pastAnswerRoutes,
  ...searchRoutes,
  ...recordSearchRoutes,
  ...recordFacetRoutes,
  ...taskDatasetRoutes,
  ...taskSettingsRoutes,
  ...labelChangeRoutes,
  ...bulkRoutes,
  ...taskSearchRoutes,
  ...taskRecordRoutes,
  ...taskMetricRoutes,
  ...taskTeamProgressRoutes,
  ...pastAnnotationRoutes,
  ...ruleRoutes,
  ...ruleSuggestionRoutes,
}

export type AllRoutes = typeof allRoutes
