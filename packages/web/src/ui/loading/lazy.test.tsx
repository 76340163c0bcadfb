import { act, render, screen, waitFor } from '@testing-library/react'
import { Component, type ReactNode, Suspense, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ToastRegion } from '../toast/ToastRegion.tsx'
import { toasts } from '../toast/toast-queue.ts'
import { lazy } from './lazy.tsx'

function Greeting({ name }: { name: string }) {
  return <p>Hello {name}</p>
}

class Boundary extends Component<{ children: ReactNode }, { words?: string }> {
  override state: { words?: string } = {}
  static getDerivedStateFromError = (error: unknown) => ({ words: String(error) })
  override render = () => this.state.words ?? this.props.children
}

it('shows the fallback until its code is there, then draws without a pause, fetched once', async () => {
  const load = vi.fn(async () => Greeting)
  const Part = lazy(load)
  const shown = (name: string) => (
    <Suspense fallback="…">
      <Part name={name} />
    </Suspense>
  )
  const { container, unmount } = await act(async () => render(shown('Ada')))
  expect(container.textContent).toBe('Hello Ada')
  unmount()
  render(shown('Grace'))
  expect(screen.getByText('Hello Grace')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(1)
})

it('hands a failure to the boundary around it', async () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const Part = lazy<object>(() => Promise.reject(new Error('no such file')))
  await act(async () =>
    render(
      <Boundary>
        <Suspense>
          <Part />
        </Suspense>
      </Boundary>,
    ),
  )
  expect(screen.getByText('Error: no such file')).toBeTruthy()
  report.mockRestore()
})

describe('while the server is away', () => {
  const missing = new TypeError('Failed to fetch dynamically imported module: http://localhost/assets/greeting.js')
  const words = 'This part could not be loaded. The server does not answer. Try again in a moment.'

  beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch'))))
  afterEach(async () => {
    toasts.clear()
    // Toasts fade out slowly: the next test could mistake them for its own.
    await waitFor(() => expect(toasts.getVisible()).toEqual([]))
    vi.unstubAllGlobals()
  })

  async function show(Part: ReturnType<typeof lazy<{ name: string }>>, onAway?: () => void) {
    await act(async () =>
      render(
        <>
          <Suspense fallback="…">
            <Part name="Ada" onAway={onAway} />
          </Suspense>
          <ToastRegion />
        </>,
      ),
    )
    await screen.findByText(words)
  }

  it('says so, keeps what is around it, and tries again when told to', async () => {
    const load = vi
      .fn(async () => Greeting)
      .mockRejectedValueOnce(missing)
      .mockRejectedValueOnce(missing)
    await show(lazy(load))
    const again = () => act(async () => screen.getByRole('button', { name: 'Try again' }).click())
    await again()
    expect(screen.queryByText('Hello Ada')).toBeNull()
    // The message is shown again: the old toast and its button are gone.
    await waitFor(() => {
      expect(load).toHaveBeenCalledTimes(2)
      expect(toasts.getVisible()).toMatchObject([{ message: words, isLeaving: false }])
    })
    await again()
    await screen.findByText('Hello Ada')
    expect(load).toHaveBeenCalledTimes(3)
  })

  it('tries again by itself when the network is back', async () => {
    await show(lazy(vi.fn(async () => Greeting).mockRejectedValueOnce(missing)))
    await act(async () => window.dispatchEvent(new Event('online')))
    await screen.findByText('Hello Ada')
  })

  it('says it once, however many tries have failed', async () => {
    await show(lazy<{ name: string }>(() => Promise.reject(missing)))
    const [first] = toasts.getVisible()
    await act(async () => window.dispatchEvent(new Event('online')))
    await waitFor(() => {
      expect(toasts.getVisible()).toMatchObject([{ message: words, isLeaving: false }])
      expect(toasts.getVisible()[0]?.id).not.toBe(first?.id)
    })
  })

  it('closes what was opened, and tries again when it is opened again', async () => {
    const load = vi.fn(async () => Greeting).mockRejectedValueOnce(missing)
    const Part = lazy(load)
    function Opener() {
      const [isOpen, setOpen] = useState(false)
      return (
        <>
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Open
          </button>
          <Suspense>{isOpen && <Part name="Ada" onAway={() => setOpen(false)} />}</Suspense>
          <ToastRegion />
        </>
      )
    }
    render(<Opener />)
    const opener = screen.getByRole('button', { name: 'Open' })
    await act(async () => opener.click())
    await waitFor(() => expect([load.mock.calls.length, opener.getAttribute('aria-expanded')]).toEqual([1, 'false']))
    await screen.findByText(words)
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    await act(async () => opener.click())
    await screen.findByText('Hello Ada')
  })
})
