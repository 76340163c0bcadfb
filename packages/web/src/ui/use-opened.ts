import { useState } from 'react'

/**
 * Whether what a button opens has its place on the page: from the first time it is opened on, for it stays while it fades out.
 *
 * @returns `wasOpened`, and `leave`, which closes it at once: for code that cannot be loaded
 */
export function useOpened(state: { isOpen: boolean; close: () => void }) {
  const [wasOpened, setWasOpened] = useState(false)
  if (state.isOpen && !wasOpened) setWasOpened(true)
  const leave = () => {
    state.close()
    setWasOpened(false)
  }
  return { wasOpened, leave }
}
