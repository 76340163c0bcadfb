import { act, render, screen } from '@testing-library/react'
import { Component, type ReactNode, Suspense } from 'react'
import { expect, it, vi } from 'vitest'
import { lazyPart } from './lazy-part.tsx'

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
  const Part = lazyPart(load)
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
  const Part = lazyPart<object>(() => Promise.reject(new Error('no such file')))
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
