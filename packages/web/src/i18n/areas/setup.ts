import { entry } from '../en/entry.ts'
import { en } from '../en/index.ts'
import { setup } from '../en/setup.ts'
import { translator } from '../t.ts'

/** `t` with the texts of setting up the server, in the chunk of their pages. */
export const t = translator({ ...en, ...setup, ...entry })
