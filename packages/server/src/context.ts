import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config'
import type { Engine } from './db/engines/engine'
import type { JobRunner } from './jobs/job-runner'
import type { LiveActivity } from './live/live-activity'

/** What a handler may use in any thread: the settings, and the store. */
export interface HandlerContext {
  readonly config: Config
  readonly engine: Engine
}

/** What every part of the server on the HTTP thread may use. */
export interface AppContext extends HandlerContext {
  readonly log: FastifyBaseLogger
  readonly jobs: JobRunner
  readonly live: LiveActivity
}

/** The signed-in user of a request. */
export interface SessionUser {
  readonly id: string
  readonly username: string
  readonly role: 'owner' | 'admin' | 'annotator'
  /** The API key of this request, if any: echoed where the API requires `api_key`. */
  readonly presentedKey?: string
  /** The session (token id) of this request, if any: ended by signing out. */
  readonly sessionId?: string
}
