import type { Person } from '../../api/account/people.ts'
import { t } from '../../i18n/areas/team/people.ts'

/** The role as used within a sentence. */
export const ROLE_WORDS: Record<Person['role'], string> = {
  owner: t('people.role.owner'),
  admin: t('people.role.admin'),
  annotator: t('people.role.annotator'),
}

/** Whether somebody can sign in, as a word. */
export const STATE_WORDS = { active: t('people.state.active'), disabled: t('people.state.disabled') } as const
