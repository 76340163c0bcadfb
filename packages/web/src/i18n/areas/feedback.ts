import { feedback } from '../en/areas/feedback.ts'
import { en } from '../en/index.ts'
import { translator } from '../t.ts'

/** `t` with the texts of the annotation page of feedback datasets, in its chunk. */
export const t = translator({ ...en, ...feedback })
