import { sessionRoutes } from '@postil/contract/account/sessions'
import { handle } from '../../../http/calls/handle'
import { ownClassicUserWire } from '../me/me.wire'
import { clearedCookie, isFromOurPage, sessionCookie } from './session-cookie'
import { endSession, signIn } from './sessions.service'

export const sessionHandlers = handle(sessionRoutes, {
  createToken: async ({ context, body, ip }) => {
    return bearer(await signIn(context, { ...body, ip }))
  },
  classicCreateToken: async ({ context, body, ip, headers, setHeader }) => {
    const token = await signIn(context, { ...body, ip })
    if (isFromOurPage(headers, context.config)) setHeader('set-cookie', sessionCookie(token, headers, context.config))
    return bearer(token)
  },
  getSession: async ({ db, maybeUser }) => ({ user: maybeUser ? await ownClassicUserWire(db, maybeUser) : null }),
  endSession: async ({ context, tx, maybeUser, headers, setHeader }) => {
    if (maybeUser) await endSession(tx, maybeUser)
    // A request from another site must neither sign the user out nor seem to.
    if (headers['sec-fetch-site'] !== 'cross-site') setHeader('set-cookie', clearedCookie(headers, context.config))
    return undefined
  },
})

function bearer(token: string) {
  return { access_token: token, token_type: 'bearer' as const }
}
