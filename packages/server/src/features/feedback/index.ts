import type { MountedRoute } from '../../http/calls/handle'
import { agreementHandlers } from './agreement/agreement.routes'
import { assignmentHandlers } from './assignments/assignments.routes'
import { activityHandlers, datasetHandlers } from './datasets/datasets.routes'
import { doubtHandlers } from './doubts/doubts.routes'
import { fieldHandlers } from './fields/fields.routes'
import { historyHandlers } from './history/history.routes'
import { pastAnswerHandlers } from './history/past-answers.routes'
import { leaseHandlers } from './leases/leases.routes'
import { metadataPropertyHandlers } from './metadata-properties/metadata-properties.routes'
import { optionChangeHandlers, questionHandlers } from './questions/questions.routes'
import { recordHandlers } from './records/records.routes'
import { resolutionHandlers } from './resolutions/resolutions.routes'
import { responseHandlers } from './responses/responses.routes'
import { recordSearchHandlers } from './search/record-search.routes'
import { recordFacetHandlers, searchHandlers } from './search/search.routes'
import { skipHandlers } from './skips/skips.routes'
import { suggestionHandlers } from './suggestions/suggestions.routes'
import { teamProgressHandlers } from './team-progress/team-progress.routes'
import { vectorsSettingsHandlers } from './vectors-settings/vectors-settings.routes'

/** Feedback datasets: their configuration, records, suggestions and responses. */
export const feedbackHandlers: MountedRoute[] = [
  ...datasetHandlers,
  ...activityHandlers,
  ...agreementHandlers,
  ...teamProgressHandlers,
  ...fieldHandlers,
  ...questionHandlers,
  ...optionChangeHandlers,
  ...metadataPropertyHandlers,
  ...vectorsSettingsHandlers,
  ...recordHandlers,
  ...suggestionHandlers,
  ...assignmentHandlers,
  ...leaseHandlers,
  ...skipHandlers,
  ...doubtHandlers,
  ...responseHandlers,
  ...resolutionHandlers,
  ...historyHandlers,
  ...pastAnswerHandlers,
  ...searchHandlers,
  ...recordSearchHandlers,
  ...recordFacetHandlers,
]
