import { z } from 'zod'
import { DayCounts, LabelCount, Person, SuggestionOutcome, timeZone } from '../feedback/team/team-progress'
import { defineRoute } from '../route'
import { NameParams, workspaceQuery } from './task'

const count = z.number()

const TaskTeamProgress = z.object({
  /** `completed`: validated or discarded. */
  records: z.object({ total: count, completed: count, validated: count, discarded: count }),
  /** Today in the requested time zone. */
  today: z.string(),
  /**
   * Days on which records were validated (`answers`) or discarded, in ascending order; `completed` counts both. A record counts on the day on
   * which it got its present annotation or was discarded.
   */
  days: z.array(DayCounts),
  /**
   * Who validated and discarded the records, by the agents of the annotations: users, and programs under the names that they give; `user_id`
   * is null for those that are no user. Sorted by number of validated records (`submitted`), descending.
   */
  people: z.array(Person.omit({ draft: true })),
  /**
   * What became of the predictions of each agent. `answered`: those of validated records; `accepted`: the annotation equals the prediction,
   * that is the labels, the entities, or the first text.
   */
  predictions: z.array(SuggestionOutcome.omit({ question: true })),
  /**
   * How many validated annotations (`answers`) and predictions (`suggested`) have each label; of entities, how often each occurs. Most
   * annotated first; none for text2text.
   */
  labels: z.array(LabelCount),
})
export type TaskTeamProgress = z.output<typeof TaskTeamProgress>
export type TaskPerson = TaskTeamProgress['people'][number]

/** The progress of all users of a classic dataset together, for leads. */
export const taskTeamProgressRoutes = {
  getTaskTeamProgress: defineRoute({
    method: 'GET',
    path: '/api/datasets/{name}/team-progress',
    summary:
      'Validated and discarded records by day and user, how many predictions were accepted or changed, and the number of annotations by label. Days are in `time_zone`.',
    tag: 'Classic datasets',
    access: { can: 'responses.readAll', of: 'task_dataset', param: 'name' },
    params: NameParams,
    query: z.object({ ...workspaceQuery, time_zone: timeZone() }),
    reply: TaskTeamProgress,
    status: 200,
    errors: ['missing_workspace', 'not_found', 'forbidden', 'closed_dataset'],
  }),
}
