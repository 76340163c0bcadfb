import { knownAnswer } from '../en/areas/known-answer.ts'
import { en } from '../en/index.ts'
import { translator } from '../t.ts'

/** `t` with the texts of known answers. */
export const t = translator({ ...en, ...knownAnswer })
