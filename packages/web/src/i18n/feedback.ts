import { feedback } from './en/feedback.ts'
import { en } from './en/index.ts'
import { translator } from './t.ts'

/** `t` with the texts of the annotation page of feedback datasets, which come with it. */
export const t = translator({ ...en, ...feedback })
