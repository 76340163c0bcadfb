export {
  baseOf,
  type OutboxEntry,
  planRequest,
  type RecordStatus,
  type Refusal,
  type RequestPlan,
  type ResponseChange,
  type ResponseVersion,
} from './entry'
export { type FoundResponse, judgeFound, judgeReply, type Outcome, type Reply } from './outcome'
export { emptyOutbox, isSuperseded, type OutboxEvent, type OutboxState, reduceOutbox, retryMs } from './reduce'
export {
  countsAfter,
  countsMoved,
  nextAttemptAt,
  nextToSend,
  refusedFor,
  type SavedMark,
  type StatusCounts,
  savedMark,
  unsentEntries,
  unsentFor,
} from './select'
