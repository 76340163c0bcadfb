import { disagreements } from './en/disagreements.ts'
import { en } from './en/index.ts'
import { translator } from './t.ts'

/** `t` with the texts of the page of disagreements, which come with the code that needs them. */
export const t = translator({ ...en, ...disagreements })
