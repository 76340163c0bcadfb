import { classicHistory } from '../en/areas/classic-history.ts'
import { en } from '../en/index.ts'
import { notices } from '../en/notices.ts'
import { translator } from '../t.ts'

/** `t` with the texts of the history of a classic record. */
export const t = translator({ ...en, ...notices, ...classicHistory })
