import type { ComponentProps } from 'react'
import { flushSync } from 'react-dom'
import { RouterProvider } from 'react-router'

/** The router's provider, able to render a navigation at once (`flushSync`) instead of when React has time. */
export function Router({ router }: Pick<ComponentProps<typeof RouterProvider>, 'router'>) {
  return <RouterProvider router={router} flushSync={(render) => void flushSync(render)} />
}
