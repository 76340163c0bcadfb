import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config'
import type { Engine } from './db/engines/engine'
import type { JobRunner } from './jobs/job-runner'

/** What a handler may use, wherever it runs: the settings, and the store as the thread reaches it. */
export interface HandlerContext {
  readonly config: Config
  readonly engine: Engine
}

/** What every part of the server on the HTTP thread may use. */
export interface AppContext extends HandlerContext {
  readonly log: FastifyBaseLogger
  readonly jobs: JobRunner
}

/** The signed-in user of a request. */
export interface SessionUser {
  readonly id: string
  readonly username: string
  readonly role: 'owner' | 'admin' | 'annotator'
  /** The API key this request came with, if any: echoed where the wire needs `api_key`. */
  readonly presentedKey?: string
  /** The session (token id) this request came with, if any: what signing out ends. */
  readonly sessionId?: string
}
