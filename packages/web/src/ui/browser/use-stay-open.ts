import { useEffect } from 'react'

/** Have the browser ask before the tab is closed or reloaded, while something would be lost. */
export function useStayOpen(isActive: boolean): void {
  useEffect(() => (isActive ? stayOpen() : undefined), [isActive])
}

/** The same outside components. @returns a function that ends it */
export function stayOpen(): () => void {
  const guard = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', guard)
  return () => window.removeEventListener('beforeunload', guard)
}
