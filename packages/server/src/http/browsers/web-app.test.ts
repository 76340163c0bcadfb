import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routedUrl, serveWebApp } from './web-app'

const PAGE = '<!doctype html><title>Postil</title>'
let folder = ''
let app: FastifyInstance

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'postil-web-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), PAGE)
  writeFileSync(join(folder, 'theme.js'), '0')
  mkdirSync(join(folder, 'samples'))
  writeFileSync(join(folder, 'samples/cards.manifest.json'), '{}')
  writeFileSync(join(folder, 'assets/main-Ab12.js'), '1')
  writeFileSync(join(folder, 'assets/main-Ab12.js.br'), 'one, smaller')
  writeFileSync(join(folder, 'assets/main-Ab12.js.gz'), 'one, small')
  app = Fastify({ rewriteUrl: ({ method = '', url = '/' }) => routedUrl(method, url) })
  await serveWebApp(app, () => [], folder)
})

afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

describe('the built web app', () => {
  it.each([
    '/',
    '/?a=1',
    '/login',
    '/dataset/x/annotation-mode?status=draft',
    '/datasets/a/b.c',
    '/b.c',
    '/x//y',
    '/%ff',
    '/datasets/%c3?a=1',
  ])('answers %s with the page, never from an old copy [R1]', async (url) => {
    const reply = await app.inject(url)
    expect(reply.body).toBe(PAGE)
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' })
  })

  it('lets browsers keep hashed files for ever, and others not', async () => {
    const hashed = await app.inject('/assets/main-Ab12.js')
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await app.inject('/theme.js')).headers['cache-control']).toBe('no-cache')
  })

  it('sends the files of every folder of the build', async () => {
    expect((await app.inject('/samples/cards.manifest.json')).body).toBe('{}')
  })

  it.each([
    ['gzip, deflate, br', 'br', 'one, smaller'],
    ['gzip, deflate', 'gzip', 'one, small'],
  ])('sends the smaller file that the build made to those who can read it: %s', async (accepted, encoding, body) => {
    const reply = await app.inject({ url: '/assets/main-Ab12.js', headers: { 'accept-encoding': accepted } })
    expect(reply.body).toBe(body)
    expect(reply.headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringMatching(/accept-encoding/i),
    })
    expect((await app.inject('/assets/main-Ab12.js')).body).toBe('1')
  })

  it.each(['/assets/gone-Cd34.js', '/assets/', '/assets', '/assets/..%2findex.html', '/api/nothing', '//api/v1/me'])(
    'has nothing at %s',
    async (url) => {
      expect((await app.inject(url)).statusCode).toBe(404)
    },
  )

  it.each(['bytes=0-0', 'bytes=900-', 'bytes=x'])('sends files whole when the range %s is asked for', async (range) => {
    const { statusCode, body } = await app.inject({ url: '/theme.js', headers: { range } })
    expect([statusCode, body]).toEqual([200, '0'])
  })

  it('answers writes with 404, not with the page', async () => {
    expect((await app.inject({ method: 'POST', url: '/login' })).statusCode).toBe(404)
  })
})
