import { type FakeRoute, fakeServer } from '../../../api/testing/fake-server.ts'
import { openPage } from '../../session/testing/open-page.tsx'
import { DisagreementsPage } from '../DisagreementsPage.tsx'

export const TIMES = { inserted_at: '2026-11-01T10:00:00', updated_at: '2026-11-01T10:00:00' }
const FIELD = { id: 'f1', name: 'text', title: 'Text', required: true, settings: { type: 'text', use_markdown: false } }

/** A record of the dataset, as the server sends it. */
export const recordOf = (id: string, text: string, external_id: string | null = null) => ({
  ...{ id, status: 'pending', dataset_id: 'd1', external_id, metadata: {}, ...TIMES },
  ...{ fields: { text }, responses: [], suggestions: [] },
})

/**
 * For tests: open the page of disagreements as the owner of a dataset with one field.
 *
 * @param routes - what is asked for besides the dataset, its field and its questions
 */
export function openDisagreements(questions: readonly object[], routes: Record<string, FakeRoute>, search = '') {
  fakeServer({
    isSignedIn: true,
    user: { role: 'owner' },
    routes: {
      'GET /api/v1/datasets/d1': () => ({ id: 'd1', name: 'Calls', status: 'ready', workspace_id: 'w1', ...TIMES }),
      'GET /api/v1/workspaces/w1': () => ({ id: 'w1', name: 'team' }),
      'GET /api/v1/datasets/d1/fields': () => ({ items: [FIELD] }),
      'GET /api/v1/datasets/d1/questions': () => ({ items: questions }),
      'GET /api/v1/datasets/d1/queue': () => ({ order: 'mixed', hand_out: 'everyone', gold_percent: 0 }),
      ...routes,
    },
  })
  return openPage(`/dataset/d1/disagreements${search}`, { '/dataset/:id/disagreements': DisagreementsPage })
}
