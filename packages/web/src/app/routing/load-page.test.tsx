import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type LoadPage, loadPage } from './load-page.tsx'

const missing = new TypeError('Failed to fetch dynamically imported module: http://localhost/assets/page.js')
const Page = () => <h1>The page</h1>

beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch'))))
afterEach(() => vi.unstubAllGlobals())

async function open(load: LoadPage) {
  const router = createMemoryRouter([
    { path: '/', element: <h1>Elsewhere</h1> },
    { path: '/page', lazy: async () => ({ Component: await loadPage(load) }) },
  ])
  render(<RouterProvider router={router} />)
  const goTo = (path: string) => act(() => router.navigate(path))
  await goTo('/page')
  await screen.findByRole('heading', { name: 'This page could not be loaded.' })
  return { goTo, again: () => act(async () => screen.getByRole('button', { name: 'Try again' }).click()) }
}

it('holds the place of a page until its code comes, and stays that page from then on', async () => {
  const load = vi
    .fn(async () => Page)
    .mockRejectedValueOnce(missing)
    .mockRejectedValueOnce(missing)
  const { goTo, again } = await open(load)
  await again()
  await screen.findByRole('heading', { name: 'This page could not be loaded.' })
  await again()
  await screen.findByRole('heading', { name: 'The page' })
  await goTo('/')
  await screen.findByRole('heading', { name: 'Elsewhere' })
  await goTo('/page')
  expect(screen.getByRole('heading').textContent).toBe('The page')
  expect(load).toHaveBeenCalledTimes(3)
})

it('tries again by itself when the network is back', async () => {
  const load = vi.fn(async () => Page).mockRejectedValueOnce(missing)
  await open(load)
  await act(async () => window.dispatchEvent(new Event('online')))
  await screen.findByRole('heading', { name: 'The page' })
})
