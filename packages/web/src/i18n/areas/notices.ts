import { accountMenu } from '../en/account-menu.ts'
import { en } from '../en/index.ts'
import { notices } from '../en/notices.ts'
import { translator } from '../t.ts'

/** `t` with the texts of rarely shown parts: notices about a record, and panels that the user opens. */
export const t = translator({ ...en, ...notices, ...accountMenu })
