import type { Messages } from '../catalogue.ts'
import { accountMenu } from '../en/account-menu.ts'
import { en } from '../en/index.ts'
import { translator } from '../t.ts'

/** Names of the guides. */
export const guides = {
  'guides.annotating': 'Annotating',
  'guides.files': 'Files in and out',
  'guides.leading': 'Leading a project',
  'guides.programs': 'For programs',
  'guides.running': 'Running Postil',
  'guides.configuration': 'Configuration',
  'guides.api': 'The HTTP API, call by call',
} as const satisfies Messages

/** `t` with the texts of the guides, in the chunk of their pages. */
export const t = translator({ ...en, ...accountMenu, ...guides })
