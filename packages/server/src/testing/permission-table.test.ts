import { can } from '@postil/domain/permissions'
import { beforeAll, describe, expect, it } from 'vitest'
import { mountedRoutes } from '../features'
import { rollingBack } from './rolling-back'
import { engines } from './test-server'
import { bodyFor, makeWorld, pathFor, type ROLES, send, type World } from './world'

/**
 * Every route × (no login, annotator, admin, owner) × (member, not member), against the table in `domain/permissions`. A caller who
 * may not is refused with 401 or 403; one who may gets any other answer. Writes are really done, and undone.
 */
describe.each(engines)('permission table on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld(engine)
    const { context } = world.server
    Object.assign(context, { engine: rollingBack(context.engine) })
  }, 60_000)

  it.each(mountedRoutes.map(({ name, route }) => [`${route.method} ${route.path}`, name, route] as const))(
    '%s [P5]',
    async (_, name, route) => {
      const action = route.access.can
      for (const [caller, client] of Object.entries(world.clients)) {
        const [role = '', place] = caller.split('/')
        const isNobody = role === 'nobody'
        const user = isNobody ? undefined : { role: role as (typeof ROLES)[number] }
        const isAllowed = can(user, action, { isMember: place === 'member' })
        const reply = await send(client, route, pathFor({ name, route }, world.ids), bodyFor(route, world.ids))
        const said = `${name} as ${caller} answered ${reply.status}: ${JSON.stringify(reply.body)}`
        expect(reply.status, said).toBeLessThan(500)
        if (!isAllowed) expect(reply.status, said).toBe(isNobody ? 401 : 403)
        // A public route may still refuse the password in its body.
        else if (action !== 'server.visit') expect([401, 403], said).not.toContain(reply.status)
      }
    },
  )
})
