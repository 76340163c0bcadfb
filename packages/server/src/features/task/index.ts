import type { MountedRoute } from '../../http/calls/handle'
import { taskDatasetHandlers } from './datasets/datasets.routes'
import { taskMetricHandlers } from './metrics/metrics.routes'
import { pastAnnotationHandlers } from './past/past-annotations.routes'
import { bulkHandlers, taskRecordHandlers } from './records/task-records.routes'
import { ruleHandlers } from './rules/rules.routes'
import { ruleSuggestionHandlers } from './rules/suggestions.routes'
import { searchHandlers } from './search/search.routes'
import { labelChangeHandlers, taskSettingsHandlers } from './settings/settings.routes'
import { taskTeamProgressHandlers } from './team-progress/team-progress.routes'

export { resolveTaskDataset } from './datasets/find-task-dataset'

/** Every route of the classic tasks. */
export const taskHandlers: MountedRoute[] = [
  ...taskDatasetHandlers,
  ...taskSettingsHandlers,
  ...labelChangeHandlers,
  ...bulkHandlers,
  ...searchHandlers,
  ...taskRecordHandlers,
  ...taskMetricHandlers,
  ...taskTeamProgressHandlers,
  ...pastAnnotationHandlers,
  ...ruleHandlers,
  ...ruleSuggestionHandlers,
]
