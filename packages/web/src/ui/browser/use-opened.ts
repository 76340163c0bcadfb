import { useState } from 'react'

/**
 * Whether to render what a button opens: mounted when it is first opened, and kept mounted, since it fades out on
 * closing.
 *
 * @returns `wasOpened`, and `leave`, which closes it at once when its code cannot be loaded
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
