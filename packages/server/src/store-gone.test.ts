import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { buildApp } from './app'
import { readConfig } from './config'
import { isStoreGone } from './db/engines/engine'
import { migrate } from './db/migrations/migrate'
import { openStore } from './open-store'
import { engines, makePlace, testServer } from './testing/test-server'

const failure = (message: string, code?: string) => Object.assign(new Error(message), { code })

describe('a store that is gone', () => {
  const closing: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })

  it.each(engines)('%s: is said with 503, in a plain sentence', async (engine) => {
    const place = await makePlace(engine)
    const config = readConfig({ POSTIL_LOG_LEVEL: 'silent', ...place.env })
    const store = await openStore(config)
    await migrate(store)
    const { server } = await buildApp(config, store)
    closing.push(() => server.close())
    const ask = () => server.inject({ url: '/api/v1/me', headers: { 'x-argilla-api-key': 'no such key' } })
    expect((await ask()).statusCode).toBe(401)

    if (engine === 'sqlite') await store.close()
    else closing.push(() => store.close())
    await place.remove()
    const reply = await ask()
    expect(reply.statusCode).toBe(503)
    expect(reply.json()).toEqual({
      detail: 'The store of this server cannot be reached right now. Try again in a moment.',
    })
  })

  it.runIf(engines.includes('postgres'))(
    'costs what was asked of it and not the server, when it breaks off',
    async () => {
      const place = await makePlace('postgres')
      const url = new URL(place.env.POSTIL_DATABASE_URL ?? '')
      const { hostname, port } = url
      const sockets: Socket[] = []
      const between = createServer((socket) => {
        const onward = connect(Number(port || 5432), hostname)
        sockets.push(socket)
        socket.on('close', () => onward.destroy()).pipe(onward)
        onward.on('error', () => socket.destroy()).pipe(socket)
      })
      await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
      const address = between.address()
      url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
      const store = await openStore(readConfig({ ...place.env, POSTIL_DATABASE_URL: url.href }))
      closing.push(store.close, async () => between.close(), place.remove)
      const asked = [store.db, store.heavyDb].map((db) => sql`select pg_sleep(20)`.execute(db).catch(isStoreGone))
      // Reads that begin in one turn of the event loop share a connection: the next one must not wait for these.
      await pause(10)
      const atWork = sql`
      select pid from pg_stat_activity where datname = current_database() and query like 'select pg_sleep%'`
      await vi.waitFor(async () => expect((await atWork.execute(store.db)).rows).toHaveLength(2), { timeout: 10_000 })
      for (const socket of sockets) socket.destroy()
      expect(await Promise.all(asked)).toEqual([true, true])
      // A connection that nobody used may be handed out once more before its end is noticed.
      const again = async () => expect((await sql`select 1 as one`.execute(store.db)).rows).toEqual([{ one: 1 }])
      await vi.waitFor(again, { timeout: 10_000 })
    },
    20_000,
  )

  it('is not assumed when a client disconnects half-way', async () => {
    const { server, context, ownerKey } = await testServer('sqlite')
    const logged = vi.spyOn(context.log, 'error')
    // The failure is told to the request's handlers before its end.
    const ended = vi.fn()
    server.server.on('request', (request) => request.on('close', ended))
    const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }))
    server.server.once('request', () => socket.destroy())
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(
        `POST /api/v1/datasets HTTP/1.1\r\nhost: localhost\r\nx-argilla-api-key: ${ownerKey}\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{`,
      )
    })
    await vi.waitFor(() => expect(ended).toHaveBeenCalled(), 10_000)
    expect(logged).not.toHaveBeenCalled()
  })

  it.each([
    [failure('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'), true],
    [failure('terminating connection due to administrator command', '57P01'), true],
    [failure('connection failure', '08006'), true],
    [failure('Connection terminated unexpectedly'), true],
    [failure('database or disk is full', 'SQLITE_UNAVAILABLE'), true],
    [failure('duplicate key value violates unique constraint', '23505'), false],
    [failure('no such table: nope', 'SQLITE_ERROR'), false],
    [new TypeError('undefined is not a function'), false],
    ['Connection terminated', false],
  ])('tells it from a mistake: %s', (cause, isGone) => {
    expect(isStoreGone(cause)).toBe(isGone)
  })
})
