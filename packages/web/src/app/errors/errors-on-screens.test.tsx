import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, openApp } from '../testing/open-app.tsx'
import { RouteError } from './normalise-error.ts'

/** The error that the user settings page throws, and whether the error page fails as well. */
const fault = vi.hoisted(() => ({ error: undefined as unknown, isErrorPageBroken: false }))

vi.mock('../../features/user-settings/UserSettingsPage.tsx', () => ({
  UserSettingsPage: () => {
    if (fault.error === undefined) return 'the page'
    throw fault.error
  },
}))
vi.mock('./ErrorPage.tsx', async (original) => {
  const { ErrorPage, ...rest } = await original<typeof import('./ErrorPage.tsx')>()
  const MaybeBroken: typeof ErrorPage = (props) => {
    if (fault.isErrorPageBroken) throw new Error('the error page failed')
    return <ErrorPage {...props} />
  }
  return { ...rest, ErrorPage: MaybeBroken }
})

// React and the router log every caught error; here errors are expected.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fault.isErrorPageBroken = false
  fakeServer({ isSignedIn: true })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('a screen that fails', () => {
  it.each([
    [new RouteError(403, 'Not for you'), '403', 'Not for you'],
    [new Error('broken'), '500', 'broken'],
    [new RouteError(500, "Unknown route guard 'moon-guard'"), '500', "Unknown route guard 'moon-guard'"],
  ])('is replaced by the error page, the header stays: %s [R18, R20]', async (error, status, message) => {
    fault.error = error
    openApp('/user-settings')
    await screen.findByRole('heading', { name: 'Something went wrong.' })
    expect(screen.getByText(status)).toBeTruthy()
    expect(screen.getByText(message)).toBeTruthy()
    expect(screen.getByRole('banner')).toBeTruthy()
  })

  it('is opened again when asked to', async () => {
    fault.error = new Error('The server did not answer.')
    const { here, user } = openApp('/user-settings?tab=keys')
    const again = await screen.findByRole('button', { name: 'Try again' })
    await user.click(again)
    await screen.findByRole('heading', { name: 'Something went wrong.' })
    fault.error = undefined
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('the page')
    expect(here()).toBe('/user-settings?tab=keys')
  })

  it('offers no other try where that would not help', async () => {
    fault.error = new RouteError(403, 'Not for you')
    openApp('/user-settings')
    await screen.findByRole('heading', { name: 'Something went wrong.' })
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('is replaced by the plainest words when the error page fails, too [R19]', async () => {
    fault.error = new Error('broken')
    fault.isErrorPageBroken = true
    openApp('/user-settings')
    await screen.findByText('An error occurred while showing the error page')
    expect(screen.getByRole('link', { name: 'Go back to home' }).getAttribute('href')).toBe('/')
  })
})
