import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../context'
import { ForbiddenError } from '../errors'
import type { Doors } from '../http/doors'
import { isSameOrigin } from '../http/same-origin'
import { authenticate } from './account/sessions/authenticate'
import { SESSION_COOKIE } from './account/sessions/session-cookie'
import { followUp } from './follow-ups'
import { ON_HTTP_THREAD } from './on-http-thread'
import { resolveTaskDataset } from './task'

/** How the HTTP layer reaches into the features: who is calling, and which classic dataset is meant. */
export function doors(context: AppContext): Doors {
  return {
    authenticate: async (request) => {
      const { apiKey, bearer } = headerCredentials(request)
      const cookie = apiKey || bearer ? undefined : request.cookies[SESSION_COOKIE]
      const user = await authenticate(context, { apiKey, bearer, cookie })
      const isWrite = request.method !== 'GET' && request.method !== 'HEAD'
      if (user && cookie && isWrite && !isSameOrigin(request, context.config.publicUrl))
        throw new ForbiddenError('This request did not come from a page of this server.')
      return user
    },
    findTaskDataset: resolveTaskDataset,
    runsOnHttpThread: (route) => ON_HTTP_THREAD.has(route),
    followUp: (work) => followUp(context, work),
  }
}

function headerCredentials(request: FastifyRequest): { apiKey?: string; bearer?: string } {
  const key = request.headers['x-argilla-api-key']
  const [scheme, token] = (request.headers.authorization ?? '').split(' ', 2)
  return {
    apiKey: typeof key === 'string' && key !== '' ? key : undefined,
    bearer: scheme?.toLowerCase() === 'bearer' && token ? token : undefined,
  }
}
