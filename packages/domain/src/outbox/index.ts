export {
  baseOf,
  NO_RESPONSE,
  type OutboxEntry,
  planRequest,
  type RecordEdit,
  type RecordStatus,
  type Refusal,
  type RequestPlan,
  type ResponseChange,
  type ResponseVersion,
} from './entry'
export { type FoundResponse, isEditDone, judgeFound, judgeReply, type Outcome, type Reply } from './outcome'
export { emptyOutbox, isSuperseded, type OutboxEvent, type OutboxState, reduceOutbox, retryMs } from './reduce'
export {
  countsAfter,
  countsMoved,
  editsToSend,
  nextAttemptAt,
  nextToSend,
  refusedFor,
  type SavedState,
  type StatusCounts,
  savedStates,
  unsentEntries,
  unsentFor,
} from './select'
