import { createContext } from 'react'

/** Key of the user and dataset whose label usage is counted. Empty: one shared count. */
export const LabelOwner = createContext('')
