import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config'
import type { Engine } from './db/engines/engine'
import type { LiveActivity } from './live/live-activity'

/** What a handler may use in any thread: the settings, and the store. */
export interface HandlerContext {
  readonly config: Config
  readonly engine: Engine
}

/** The jobs that this server runs (`JobRunner`). */
export interface Jobs {
  /** Start the jobs that are due. Never rejects: if the store cannot be read now, the next poll tries again. */
  wake(): Promise<void>
  /** Resolves when no job is due and none is running on this server. */
  settle(): Promise<void>
  /** Stop taking jobs and release those that are running, so that another server can continue them at once. */
  stop(): Promise<void>
}

/** What every part of the server on the HTTP thread may use. */
export interface AppContext extends HandlerContext {
  readonly log: FastifyBaseLogger
  readonly jobs: Jobs
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
