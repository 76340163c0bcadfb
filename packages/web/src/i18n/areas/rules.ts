import { rules } from '../en/areas/rules.ts'
import { en } from '../en/index.ts'
import { translator } from '../t.ts'

/** `t` with the texts of labelling rules, in the chunk of their view. */
export const t = translator({ ...en, ...rules })
