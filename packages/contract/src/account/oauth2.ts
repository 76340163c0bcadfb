import { z } from 'zod'
import { defineRoute } from '../route'
import { text } from '../shapes'
import { TokenBody } from './shapes'

const Provider = z.object({ provider: text() })

/** OAuth sign-in is not supported: the routes exist because clients request them. */
export const oauth2Routes = {
  listProviders: defineRoute({
    method: 'GET',
    path: '/api/v1/oauth2/providers',
    summary: 'Services to sign in with: none.',
    tag: 'Sessions',
    access: { can: 'server.visit' },
    reply: z.object({ items: z.array(z.object({ name: z.string() })) }),
    status: 200,
    errors: [],
  }),
  startProviderSignIn: defineRoute({
    method: 'GET',
    path: '/api/v1/oauth2/providers/{provider}/authentication',
    summary: 'Always 404: signing in with another service is off.',
    tag: 'Sessions',
    access: { can: 'server.visit' },
    params: Provider,
    reply: z.never(),
    status: 303,
    errors: ['not_found'],
  }),
  endProviderSignIn: defineRoute({
    method: 'GET',
    path: '/api/v1/oauth2/providers/{provider}/access-token',
    summary: 'Always 404: signing in with another service is off.',
    tag: 'Sessions',
    access: { can: 'server.visit' },
    params: Provider,
    reply: TokenBody,
    status: 200,
    errors: ['not_found'],
  }),
}
