import { useEffect } from 'react'

/** Have the browser ask before the tab is closed or reloaded, while something would be lost. */
export function useStayOpen(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return
    const guard = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', guard)
    return () => window.removeEventListener('beforeunload', guard)
  }, [isActive])
}
