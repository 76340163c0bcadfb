import { createContext } from 'react'

/** Whose use of labels is counted, in which dataset: both in one key. Nothing is kept apart where nobody says. */
export const LabelOwner = createContext('')
