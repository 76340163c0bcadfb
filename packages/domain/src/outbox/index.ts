export {
  baseOf,
  type OutboxEntry,
  planRequest,
  type RecordStatus,
  type RequestPlan,
  type ResponseChange,
  type ResponseVersion,
} from './entry'
export { type FoundResponse, isEditDone, judgeFound, judgeReply, type Outcome, type Reply } from './outcome'
export { emptyOutbox, type OutboxEvent, type OutboxState, reduceOutbox, retryMs } from './reduce'
export {
  countsAfter,
  editsToSend,
  nextAttemptAt,
  nextToSend,
  refusedFor,
  savedStates,
  unsentFor,
} from './select'
