import type { IncomingHttpHeaders } from 'node:http'
import type { SessionUser } from '../../context'
import type { Elsewhere } from '../../db/engines/run-elsewhere'
import type { Parsed } from '../bodies/parse-request'
import type { Credentials } from './caller'
import type { FollowUp } from './follow-up'
import type { IdempotencyKey } from './idempotency'

/** A request that was read and whose shape was checked: all that its handler gets of it, in a form that crosses threads. */
export interface Call {
  /** The name of its route. */
  route: string
  /** Who calls; or, where a small body does not have to wait for it, what to find them by, so that this needs no message of its own. */
  caller: { user: SessionUser | undefined } | { credentials: Credentials }
  parsed: Parsed
  request: RequestFacts
  /** The promise that two requests are the same one, if any. */
  key: IdempotencyKey | undefined
  /** Writes so much that it lets others go first. */
  isImport: boolean
}

/** What a handler may want to know of a request beside its parsed parts. */
export interface RequestFacts {
  headers: IncomingHttpHeaders
  /** The query string, not checked by a shape. */
  query: unknown
  ip: string
}

/** What a handler has made of a call. */
export interface Reply {
  status: number
  headers: [string, string][]
  /** JSON, a large one in parts; absent for a reply without a body. */
  body: string | Uint8Array | Uint8Array[] | undefined
  /** Work to begin on the HTTP thread once the reply is on its way. */
  later: FollowUp[]
}

/** How a call went in a thread of the store. */
export type CallOutcome = { reply: Reply } | { failure: CallFailure; later: FollowUp[] } | { elsewhere: Elsewhere }

/** An error, as it crosses threads. */
export interface CallFailure {
  /** The class that error handling tells apart. */
  kind: 'shape' | 'app' | 'stale' | 'busy' | 'other'
  name: string
  message: string
  stack: string | undefined
  code: string
  classic?: { name: string; params: Record<string, unknown> } | undefined
  entries?: { loc: (string | number)[]; msg: string; type: string; ctx?: Record<string, unknown> }[]
  cause?: CallFailure | undefined
}
