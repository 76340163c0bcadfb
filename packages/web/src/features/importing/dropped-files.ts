import { isObject } from '@postil/domain/is-object'
import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Navigation state that passes files dropped on another page to the import page. */
export function withDroppedFiles(files: readonly File[]): { droppedFiles: readonly File[] } {
  return { droppedFiles: files }
}

/** Take the files dropped on the previous page, if any. */
export function useDroppedFiles(onFiles: (files: readonly File[]) => unknown): void {
  const { state } = useLocation()
  useEffect(() => {
    const files = filesIn(state)
    if (files.length > 0) onFiles(files)
  }, [state, onFiles])
}

function filesIn(state: unknown): File[] {
  const dropped = isObject(state) ? state.droppedFiles : undefined
  return Array.isArray(dropped) ? dropped.filter((one) => one instanceof File) : []
}
