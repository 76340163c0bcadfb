import { setup } from '../../en/areas/setup.ts'
import { people } from '../../en/areas/team/people.ts'
import { entry } from '../../en/entry.ts'
import { en } from '../../en/index.ts'
import { translator } from '../../t.ts'

/** `t` with the texts about users and invitations, in the chunk of their pages. */
export const t = translator({ ...en, ...people, ...setup, ...entry })
