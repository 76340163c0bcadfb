import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../context'
import type { Credentials } from '../http/calls/caller'
import type { FollowUp } from '../http/calls/follow-up'
import type { MountedRoute } from '../http/calls/handle'
import type { HttpHooks } from '../http/http-hooks'
import { accountHandlers } from './account'
import { authenticate } from './account/sessions/authenticate'
import { noteKeyUse, noteSeen } from './account/sessions/note-seen'
import { SESSION_COOKIE } from './account/sessions/session-cookie'
import { readToken } from './account/sessions/token'
import { binHandlers } from './bin/bin.routes'
import { deletionHandlers } from './deletions/deletions.routes'
import { eventHandlers } from './events/events.routes'
import { feedbackHandlers } from './feedback'
import { jobHandlers } from './jobs/jobs.routes'
import { resolveTaskDataset, taskHandlers } from './task'
import { webhookHandlers } from './webhooks/webhooks.routes'
import { placeOf } from './where-handlers-run'

/** Every route the server answers, in the order of the reference. */
export const mountedRoutes: MountedRoute[] = [
  ...accountHandlers,
  ...jobHandlers,
  ...eventHandlers,
  ...webhookHandlers,
  ...binHandlers,
  ...deletionHandlers,
  ...feedbackHandlers,
  ...taskHandlers,
]

/** The hooks by which the HTTP layer calls the features: authentication, classic datasets, and work after a request. */
export function httpHooks(context: AppContext): HttpHooks {
  return {
    credentialsOf,
    readToken: async ({ bearer, cookie }) => readToken(context, bearer ?? cookie ?? ''),
    authenticate,
    isOwnPage: (request) => {
      const { apiKey, bearer, cookie } = credentialsOf(request)
      const isWrite = request.method !== 'GET' && request.method !== 'HEAD'
      const isByCookie = cookie !== undefined && !apiKey && !bearer
      return !isByCookie || !isWrite || isSameOrigin(request, context.config.publicUrl)
    },
    findTaskDataset: resolveTaskDataset,
    placeOf,
    followUp: (work) => followUp(context, work),
  }
}

/** A header takes precedence over the cookie, which browsers send automatically. */
function credentialsOf(request: FastifyRequest): Credentials {
  const key = request.headers['x-argilla-api-key']
  const [scheme, token] = (request.headers.authorization ?? '').split(' ', 2)
  const apiKey = typeof key === 'string' && key !== '' ? key : undefined
  const bearer = scheme?.toLowerCase() === 'bearer' && token ? token : undefined
  return { apiKey, bearer, cookie: apiKey || bearer ? undefined : request.cookies[SESSION_COOKIE] }
}

/** Run the follow-up work of a request, on the HTTP thread. */
async function followUp(context: AppContext, work: FollowUp): Promise<void> {
  switch (work.work) {
    case 'noteKeyUse':
      return noteKeyUse(context, work.keyId, work.at)
    case 'noteSeen':
      return noteSeen(context, work.userId, work.at)
    case 'runJobs':
      return context.jobs.wake()
  }
}

/**
 * A write that relies on the session cookie must come from our own pages: the browser says so in `Sec-Fetch-Site`, or in `Origin`.
 * Neither header: refused, since every browser sends one of them with a write.
 */
function isSameOrigin(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const site = request.headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return true
  const { origin } = request.headers
  if (typeof origin !== 'string') return false
  const allowed = new Set([`${request.protocol}://${request.host}`, publicUrl ? new URL(publicUrl).origin : ''])
  return allowed.has(origin)
}
