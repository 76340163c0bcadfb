import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeServer } from '../../api/testing/fake-server.ts'
import { openPage } from '../session/testing/open-page.tsx'
import { GUIDES, GuidesPage, guidePath, withPageLinks } from './GuidesPage.tsx'

afterEach(() => vi.unstubAllGlobals())

const pages = { '/guides/:guide?': GuidesPage }

describe('the guides', () => {
  it.each(GUIDES)('$id can be read, and its links lead to pages', async ({ load }) => {
    const text = withPageLinks((await load()).default)
    expect(text).toMatch(/^# \w/)
    const targets = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target)
    expect(targets.filter((target) => !/^(\/guides\/|\/api\/|https?:)/.test(target))).toEqual([])
  })

  it('open with the first, lead from one to the other, and say where one is', async () => {
    fakeServer()
    const { here, user } = openPage('/guides', pages)
    expect(await screen.findByRole('heading', { level: 1, name: 'Annotating' })).toBeTruthy()
    expect(here()).toBe(guidePath('annotating'))
    await user.click(screen.getByRole('link', { name: 'Leading a project' }))
    const article = screen.getByRole('article')
    await user.click(await within(article).findByRole('link', { name: 'Files in and out' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Files in and out' })).toBeTruthy()
    await waitFor(() => expect(here()).toBe(guidePath('files')))
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Files in and out')
  })

  it('say so when a text cannot be loaded, and try again', async () => {
    fakeServer()
    const load = vi.spyOn(GUIDES[4], 'load').mockRejectedValue(new TypeError('Failed to fetch'))
    const { user } = openPage('/guides/running', pages)
    expect((await screen.findByRole('alert')).textContent).toContain('This page could not be loaded.')
    load.mockRestore()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await within(screen.getByRole('article')).findByRole('heading', { level: 1 })).toBeTruthy()
  })

  it('lead to the description of the API, beside this page', async () => {
    fakeServer()
    openPage('/guides/programs', pages)
    const link = await screen.findByRole('link', { name: 'The HTTP API, call by call' })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/api/docs', '_blank'])
  })
})
