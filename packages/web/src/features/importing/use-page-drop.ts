import { useEffect, useRef } from 'react'

/** Files dropped anywhere on the page count; without this the browser would leave the page and open them. */
export function usePageDrop(onFiles: ((files: readonly File[]) => void) | undefined): void {
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    const handleOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const handleDrop = (event: DragEvent) => {
      // A drop zone has taken it already.
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      latest.current?.([...event.dataTransfer.files])
    }
    window.addEventListener('dragover', handleOver)
    window.addEventListener('drop', handleDrop)
    return () => {
      window.removeEventListener('dragover', handleOver)
      window.removeEventListener('drop', handleDrop)
    }
  }, [])
}
