import { act, render } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { Router } from './Router.tsx'
import { type ChangeState, useUrlState } from './use-url-state.ts'

interface Choice {
  sort: string
  roles: readonly string[]
}

const spelling = {
  read: (params: URLSearchParams): Choice => ({ sort: params.get('sort') ?? 'seen', roles: params.getAll('role') }),
  write: ({ sort, roles }: Choice) => new URLSearchParams([['sort', sort], ...roles.map((role) => ['role', role])]),
}

function open() {
  let change: ChangeState<Choice> = () => undefined
  const Page = () => {
    const [state, set] = useUrlState(spelling)
    change = set
    return <p>{[state.sort, ...state.roles].join(' ')}</p>
  }
  const router = createMemoryRouter([{ path: '/', element: <Page /> }])
  const { container } = render(<Router router={router} />)
  return { router, shown: () => container.textContent, change: (...args: Parameters<typeof change>) => change(...args) }
}

it('keeps a change that is not rendered yet when the next one comes', async () => {
  const { router, shown, change } = open()
  await act(async () => {
    change(() => ({ sort: 'name' }))
    change(({ roles }) => ({ roles: [...roles, 'admin'] }))
    change(({ roles }) => ({ roles: [...roles, 'owner'] }))
  })
  expect(shown()).toBe('name admin owner')
  await act(() => router.navigate(-1))
  expect(shown()).toBe('name admin')
})

it('adds no history entry while typing', async () => {
  const { router, shown, change } = open()
  await act(async () => change(() => ({ sort: 'name' })))
  await act(async () => change(() => ({ sort: 'n' }), { isTyping: true }))
  expect(shown()).toBe('n')
  await act(() => router.navigate(-1))
  expect(shown()).toBe('seen')
})

it('shows a change at once, so that a box that was clicked does not jump back', async () => {
  const { shown, change } = open()
  // Inside `act`, React would render everything.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  change(() => ({ sort: 'name' }))
  expect(shown()).toBe('name')
  vi.unstubAllGlobals()
})
