import { useEffect } from 'react'

/** While something is being written the browser asks before it closes the tab. */
export function useStayOpen(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return
    const handleUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', handleUnload)
    return () => window.removeEventListener('beforeunload', handleUnload)
  }, [isActive])
}
