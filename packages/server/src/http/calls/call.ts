import type { IncomingHttpHeaders } from 'node:http'
import type { AppContext, SessionUser } from '../../context'
import type { Engine } from '../../db/engines/engine'
import type { Elsewhere } from '../../db/engines/run-elsewhere'
import type { Parsed } from '../bodies/parse-request'
import type { HttpHooks } from '../http-hooks'
import type { Credentials } from './caller'
import type { FollowUp } from './follow-up'
import type { IdempotencyKey } from './idempotency'

/**
 * A request whose body was read and whose shape was checked: everything its handler gets, in a form that can be posted to another thread.
 */
export interface Call {
  /** Name of the route. */
  route: string
  /** The caller; or, for small bodies, the credentials to look the caller up by, which saves a message of its own to the store. */
  caller: { user: SessionUser | undefined } | { credentials: Credentials }
  parsed: Parsed
  request: RequestFacts
  /** The Idempotency-Key of the request, if it has one. */
  key: IdempotencyKey | undefined
  /** True for a large write, which lets other writes go first. */
  isImport: boolean
}

/** Facts about a request that a handler may need beside its parsed parts. */
interface RequestFacts {
  headers: IncomingHttpHeaders
  /** The query string, parsed but not validated. */
  query: unknown
  ip: string
}

/** What a call needs to run: on the HTTP thread, or in a thread of the store with its own connection. */
export interface Runner extends Pick<AppContext, 'config' | 'engine'> {
  hooks: Pick<HttpHooks, 'findTaskDataset' | 'authenticate'>
  /** Absent in a thread of the store, as are the next two. */
  log?: AppContext['log']
  jobs?: AppContext['jobs']
  live?: AppContext['live']
}

/** The parts of a reply that a handler decides on, beside the body. */
export interface Outcome {
  status: number
  headers: [string, string][]
  later: FollowUp[]
  /** Stored for a retry instead of the reply; on a retry, the stored value. */
  recipe?: unknown
  /** The request was served before: its change is not made again. */
  isRetry: boolean
  /** Work to do once the change is committed; the reply waits for it. */
  afterCommit: ((engine: Engine) => Promise<void>)[]
}

/** The reply that a handler produced for a call. */
export interface Reply {
  status: number
  headers: [string, string][]
  /** JSON, in parts when large; undefined for a reply without a body. */
  body: string | Uint8Array | Uint8Array[] | undefined
  /** Work to start on the HTTP thread once the reply is on its way. */
  later: FollowUp[]
}

/** The result of a call that ran in a thread of the store. */
export type CallOutcome = { reply: Reply } | { failure: CallFailure; later: FollowUp[] } | { elsewhere: Elsewhere }

/** An error in a form that can be posted to another thread. */
export interface CallFailure {
  /** Which class to recreate the error with. */
  kind: 'shape' | 'app' | 'stale' | 'busy' | 'other'
  name: string
  message: string
  stack: string | undefined
  code: string
  classic?: { name: string; params: Record<string, unknown> } | undefined
  entries?: { loc: (string | number)[]; msg: string; type: string; ctx?: Record<string, unknown> }[]
  cause?: CallFailure | undefined
}
