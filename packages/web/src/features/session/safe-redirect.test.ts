import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { followRedirect, judgeRedirect, loginPath, trustedOriginsOf } from './safe-redirect.ts'

const ORIGIN = 'https://postil.example'

describe('judgeRedirect', () => {
  it.each([
    [null, '/'],
    ['', '/'],
    ['/datasets', '/datasets'],
    ['/datasets/ws/name?query=%7B%7D&sort=a#x', '/datasets/ws/name?query=%7B%7D&sort=a#x'],
    [`${ORIGIN}/datasets?q=1`, '/datasets?q=1'],
    ['/login?redirect=%2Flogin', '/'],
  ])('follows %s inside the app to %s [R2]', (target, path) => {
    expect(judgeRedirect(target, ORIGIN)).toEqual({ kind: 'local', path })
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\\\\evil.example',
    'https://evil.example/postil.example',
    'https://postil.example@evil.example/',
    'https://postil.example.evil.example/',
    'http://postil.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '/..//evil.example',
    `${ORIGIN}//evil.example`,
    ' /datasets',
  ])('does not follow %j [R22]', (target) => {
    expect(judgeRedirect(target, ORIGIN)).toEqual({ kind: 'refused' })
  })

  it('follows another site only when it is trusted, as a full page navigation [R22]', () => {
    const judged = judgeRedirect('https://docs.example/a', ORIGIN, ['https://docs.example'])
    expect(judged).toEqual({ kind: 'external', url: 'https://docs.example/a' })
    const go = { inside: vi.fn(), outside: vi.fn() }
    expect(followRedirect(judged, go)).toBe(true)
    expect(go.outside).toHaveBeenCalledWith('https://docs.example/a')
    expect(go.inside).not.toHaveBeenCalled()
  })

  it('goes home instead of where it was refused to go [R22]', () => {
    const go = { inside: vi.fn(), outside: vi.fn() }
    expect(followRedirect(judgeRedirect('//evil.example', ORIGIN), go)).toBe(false)
    expect(go.inside).toHaveBeenCalledWith('/')
    expect(go.outside).not.toHaveBeenCalled()
  })

  it('never leaves the site, whatever the target [R22]', () => {
    const nasty = fc.string({
      unit: fc.constantFrom('/', '\\', ':', '.', '@', '?', '#', 'a', 'http', '\t', ' ', '%2f'),
    })
    fc.assert(
      fc.property(fc.oneof(nasty, fc.webUrl(), fc.string()), (target) => {
        const judged = judgeRedirect(target, ORIGIN)
        if (judged.kind === 'local') expect(new URL(judged.path, ORIGIN).origin).toBe(ORIGIN)
        else expect(judged.kind).toBe('refused')
      }),
    )
  })

  it('brings back every path it sent to the login page [R3]', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
        const full = `/d${path}?${query}`
        const redirect = new URL(loginPath(full), ORIGIN).searchParams.get('redirect')
        expect(redirect).toBe(full)
      }),
    )
  })
})

it('reads the trusted origins from the page', () => {
  const page = document.implementation.createHTMLDocument()
  expect(trustedOriginsOf(page)).toEqual([])
  page.head.innerHTML = '<meta name="postil-trusted-origins" content="https://a.example  https://b.example">'
  expect(trustedOriginsOf(page)).toEqual(['https://a.example', 'https://b.example'])
})
