import { useEffect, useEffectEvent } from 'react'

/** Handle files dropped anywhere on the page; otherwise the browser would leave the page and open them. */
export function usePageDrop(onFiles: ((files: readonly File[]) => void) | undefined): void {
  const take = useEffectEvent((files: readonly File[]) => onFiles?.(files))
  useEffect(() => {
    const handleOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const handleDrop = (event: DragEvent) => {
      // A drop zone has already handled it.
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      take([...event.dataTransfer.files])
    }
    window.addEventListener('dragover', handleOver)
    window.addEventListener('drop', handleDrop)
    return () => {
      window.removeEventListener('dragover', handleOver)
      window.removeEventListener('drop', handleDrop)
    }
  }, [])
}
