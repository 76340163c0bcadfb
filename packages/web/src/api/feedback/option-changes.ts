import type { OptionChange, OptionChangeBody, OptionTouches } from '@postil/contract/options'
import type { ClassicName } from '../classic/classic-datasets.ts'
import { headersOf } from '../classic/task-records.ts'
import { api } from '../client.ts'

/** API calls that change a list of labels or options. */
export interface OptionCalls {
  /** A preview of what a change would affect. */
  preview(change: OptionChange): Promise<OptionTouches>
  change(change: OptionChange): Promise<OptionChangeBody>
  undo(id: string): Promise<OptionChangeBody>
  /** The latest changes, newest first, with their progress. */
  list(): Promise<OptionChangeBody[]>
}

/** Polling interval for a change that runs in the background. */
const LOOK_MS = 400

/**
 * Wait until a change, or its undo, has been applied to the records.
 *
 * @param onProgress - called with the progress so far
 */
export async function followChange(
  calls: OptionCalls,
  change: OptionChangeBody,
  onProgress: (touched: OptionTouches) => void = () => {},
): Promise<OptionChangeBody> {
  let now = change
  while (now.state === 'running' || now.state === 'undoing') {
    onProgress(now.touched)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    now = (await calls.list()).find(({ id }) => id === change.id) ?? { ...now, state: 'done' }
  }
  return now
}

/** The labels of a classic dataset. */
export function labelCalls(at: ClassicName): OptionCalls {
  const call = { params: { name: at.name }, headers: headersOf(at) }
  return {
    preview: (body) => api('POST /api/datasets/{name}/labels:preview', { ...call, body }),
    change: (body) => api('POST /api/datasets/{name}/labels:change', { ...call, body }),
    undo: (id) => api('POST /api/datasets/{name}/labels:undo', { ...call, body: { id } }),
    list: async () => (await api('GET /api/datasets/{name}/labels/changes', call)).items,
  }
}

/** The options of a question. */
export function questionOptionCalls(questionId: string): OptionCalls {
  const params = { question_id: questionId }
  return {
    preview: (body) => api('POST /api/v1/questions/{question_id}/options:preview', { params, body }),
    change: (body) => api('POST /api/v1/questions/{question_id}/options:change', { params, body }),
    undo: (id) => api('POST /api/v1/questions/{question_id}/options:undo', { params, body: { id } }),
    list: async () => (await api('GET /api/v1/questions/{question_id}/options/changes', { params })).items,
  }
}
