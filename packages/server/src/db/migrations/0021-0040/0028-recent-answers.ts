import type { Migration } from '../migration'

/** An index of submitted answers by the time of their last change, to count users' recent answers. */
export const recentAnswers: Migration = {
  name: '0028-recent-answers',
  statements: () => ["create index responses_recent on responses (updated_at) where status = 'submitted'"],
}
