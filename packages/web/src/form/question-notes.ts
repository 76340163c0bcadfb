import { createContext, type ReactNode } from 'react'

/** What stands beside the title of a question that nobody suggests an answer to, by its name; absent: nothing. */
export const QuestionNotes = createContext<((name: string) => ReactNode) | undefined>(undefined)
