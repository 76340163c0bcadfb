import { createContext, type ReactNode } from 'react'

/** A note beside the title of a question without a suggestion, by the question's name. */
export const QuestionNotes = createContext<((name: string) => ReactNode) | undefined>(undefined)
