import type { Migration } from './migration'

/** Answers by the time of their last change, for what people have done lately. */
export const recentAnswers: Migration = {
  name: '0028-recent-answers',
  statements: () => ["create index responses_recent on responses (updated_at) where status = 'submitted'"],
}
