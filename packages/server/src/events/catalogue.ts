import { ROLES } from '@postil/contract/account/shapes'
import { Dataset, Queue } from '@postil/contract/feedback/datasets'
import { Response } from '@postil/contract/feedback/responses'
import { Field } from '@postil/contract/feedback/settings/fields'
import { MetadataProperty } from '@postil/contract/feedback/settings/metadata-properties'
import { Question } from '@postil/contract/feedback/settings/questions'
import { VectorsSettings } from '@postil/contract/feedback/settings/vectors-settings'
import { Suggestion } from '@postil/contract/feedback/suggestions'
import { Doubt } from '@postil/contract/feedback/team/doubts'
import { Resolution } from '@postil/contract/feedback/team/resolutions'
import { JobBody } from '@postil/contract/jobs'
import { OptionChange, OptionTouches } from '@postil/contract/options'
import { RuleBody } from '@postil/contract/task/rules'
import { WebhookState } from '@postil/contract/webhooks'
import { z } from 'zod'

const User = z.object({
  username: z.string(),
  first_name: z.string(),
  last_name: z.string().nullable(),
  role: z.enum(ROLES),
  /** Events never contain the password itself. */
  password: z.literal('changed').optional(),
  /** Only in events that change it or delete the user. Missing in older events. */
  disabled: z.boolean().optional(),
})
const ApiKey = z.object({
  user_id: z.string(),
  name: z.string(),
  last_four: z.string(),
  expires_at: z.number().nullable(),
})
const Session = z.object({ user_id: z.string(), inserted_at: z.number(), expires_at: z.number() })
const Invitation = z.object({
  first_name: z.string().nullable(),
  role: z.enum(ROLES),
  workspace_ids: z.array(z.string()),
  expires_at: z.number(),
})
const Workspace = z.object({ name: z.string() })
const Membership = z.object({ workspace_id: z.string(), user_id: z.string() })

const Ids = z.array(z.string())
/** Links that end with a user's access: those for their password, and all that they made. */
const EndedLinks = z.object({ invitation_ids: Ids, password_link_ids: Ids })
/** What is deleted with a user, never a key itself. Of sessions, which are short-lived, and of skips, which may be many, only the numbers. */
const UserBelongings = EndedLinks.extend({
  workspace_ids: Ids,
  api_keys: z.array(z.object({ id: z.string(), name: z.string() })),
  sessions: z.number(),
  skips: z.number(),
})
/** Its members, and the open invitations to it, which from then on invite to their other workspaces only. */
const WorkspaceBelongings = z.object({ user_ids: Ids, invitation_ids: Ids })

/** A dataset that is restored from the bin, with its new name, or purged from it. */
const InBin = z.object({ name: z.string(), workspace_id: z.string() })

/** JSON text of the metadata of some records; null if none. */
const Metadata = z.array(z.object({ id: z.string(), metadata: z.string().nullable() }))
/** The bytes of a vector: numbers of 64 bits, little endian, as base64. */
const VectorBytes = z.string()
/**
 * A vector of deleted settings, with the id of its record. Documents stored lines, which are read without it.
 *
 * @public
 */
export const DeletedVector = z.object({ id: z.string(), value: VectorBytes })
/** A record as it was stored, with its responses and suggestions. */
const DeletedRecord = z.object({
  id: z.string(),
  fields: z.string(),
  metadata: z.string().nullable(),
  responses: z.array(z.unknown()),
  suggestions: z.array(z.unknown()),
  vectors: z.record(z.string(), VectorBytes).optional(),
  resolutions: z.array(Resolution).optional(),
  // Missing in older events.
  is_gold: z.boolean().optional(),
  assignments: z.array(z.unknown()).optional(),
  doubts: z.array(z.unknown()).optional(),
})
/** A record that somebody has skipped. */
const Skip = z.object({ record_id: z.string() })
/** A record that is gold. */
const Gold = z.object({ record_id: z.string() })
/** A decision, told from a later one about the same question by its time. */
const DecidedThen = Resolution.pick({ record_id: true, question_id: true, updated_at: true })
/** A change of labels or options, with the list of them before or after it. */
const Options = z.object({ id: z.string(), change: OptionChange, options: z.unknown() })
const ChangedOptions = Options.extend({ touched: OptionTouches.partial() })

const TaskParts = z.object({ tags: z.record(z.string(), z.unknown()), metadata: z.record(z.string(), z.unknown()) })
const TaskDataset = TaskParts.extend({ task: z.string() })
const IsClosed = z.object({ closed: z.boolean() })
const TaskSettings = z.record(z.string(), z.unknown())
/** The id of a classic record: text or a whole number. */
const TaskRecordId = z.union([z.string(), z.number(), z.bigint(), z.null()])
/** Records as they were stored, packed by `events/packed.ts`; each line is a `DeletedTaskRecord`. */
const PackedTaskRecords = z.string()
const TaskVector = z.object({ name: z.string(), value: VectorBytes, extra: z.record(z.string(), z.unknown()) })
/**
 * A classic record with everything needed to restore it: its parts as JSON, and the bytes of its vectors. Documents stored lines, which are
 * read without it.
 *
 * @public
 */
export const DeletedTaskRecord = z.object({
  key: z.string(),
  document: z.object({ id: TaskRecordId }).loose(),
  derived: z.record(z.string(), z.unknown()),
  metrics: z.record(z.string(), z.unknown()),
  vectors: z.array(TaskVector),
  // Who validated or discarded it, and when. Missing in older events.
  done: z
    .object({ done_as: z.string().nullable(), done_by: z.string().nullable(), done_at: z.number().nullable() })
    .optional(),
})
const TaskRecord = z.object({ id: TaskRecordId }).loose()
const TaskRecords = z.array(TaskRecord)
const TaskRecordIds = z.object({ ids: z.array(TaskRecordId) })
/** `changed`: those of them that were there before. Missing in older events. */
const LoggedRecordIds = TaskRecordIds.extend({ changed: z.array(TaskRecordId).optional() })

const created = <S extends z.ZodType>(shape: S) => ({ after: shape })
const updated = <S extends z.ZodType>(shape: S) => ({ before: shape, after: shape })
const deleted = <S extends z.ZodType>(shape: S) => ({ before: shape })

/**
 * Every kind of event, with the shapes of the state before and after. The types check what is written; tests check stored events against
 * the shapes. Events are kept for long, usually for ever: a shape may gain properties, but must accept older events.
 */
export const EVENTS = {
  'user.create': created(User),
  'user.update': updated(User),
  // Older events of disabling and deleting have only the user.
  'user.disable': { before: User.extend(EndedLinks.partial().shape), after: User },
  'user.enable': updated(User),
  'user.delete': deleted(User.extend(UserBelongings.partial().shape)),
  'api_key.create': created(ApiKey),
  'api_key.delete': deleted(ApiKey),
  // Older events have no state. Sessions that expire are in no event.
  'session.create': created(Session),
  'session.delete': deleted(Session),
  'invitation.create': created(Invitation),
  'invitation.renew': updated(Invitation),
  // The workspaces that the user has joined. Missing in older events, as is the invitation itself.
  'invitation.accept': { before: Invitation, after: z.object({ workspace_ids: Ids }) },
  'invitation.delete': deleted(Invitation),
  // Before: the open links that it replaces. Older events have no state before, and only the end after, or neither.
  'password_link.create': {
    before: EndedLinks.pick({ password_link_ids: true }),
    after: z.object({ id: z.string().optional(), expires_at: z.number() }),
  },
  'workspace.create': created(Workspace),
  'workspace.update': updated(Workspace),
  // Older events have only the name.
  'workspace.delete': deleted(Workspace.extend(WorkspaceBelongings.partial().shape)),
  'membership.create': created(Membership),
  'membership.delete': deleted(Membership),
  'job.cancel': updated(JobBody),
  'job.retry': updated(JobBody),
  'webhook.create': created(WebhookState),
  'webhook.update': updated(WebhookState),
  'webhook.delete': deleted(WebhookState),

  'dataset.create': created(Dataset),
  'dataset.update': updated(Dataset),
  'dataset.publish': updated(Dataset),
  // Older events have no `others_answers` and no `gold_percent`.
  'dataset.queue.update': updated(Queue.partial({ others_answers: true, gold_percent: true })),
  'dataset.delete': deleted(Dataset),
  'dataset.restore': created(InBin),
  'dataset.purge': deleted(InBin),
  'field.create': created(Field),
  'field.update': updated(Field),
  'field.delete': deleted(Field),
  'question.create': created(Question),
  'question.update': updated(Question),
  'question.options_change': { before: Options, after: ChangedOptions },
  'question.options_undo': { before: Options, after: ChangedOptions },
  'question.delete': deleted(Question),
  'metadata_property.create': created(MetadataProperty),
  'metadata_property.update': updated(MetadataProperty),
  'metadata_property.delete': deleted(MetadataProperty),
  'vectors_settings.create': created(VectorsSettings),
  'vectors_settings.update': updated(VectorsSettings),
  'vectors_settings.delete': deleted(VectorsSettings),
  // Vectors that the server made from texts: only the ids of their records. Their values can be made again.
  'vectors.create': created(z.object({ ids: Ids })),
  // A portion of the vectors of deleted settings, packed by `events/packed.ts`; each line is a `DeletedVector`.
  'vectors.delete': deleted(z.object({ name: z.string(), vectors: z.string() })),
  // Only the ids: the values of a new record are the state before its first later event or, without one, the stored state.
  'records.create': created(z.object({ ids: Ids })),
  // Each updated record has events of its own for what changed. The optional properties are missing in older events.
  'records.upsert': {
    before: Metadata.optional(),
    after: z.object({ created: Ids, updated: Ids, metadata: Metadata.optional() }),
  },
  'records.update': {
    before: z.object({ metadata: Metadata, suggestions: z.array(z.unknown()) }),
    after: z.object({ ids: Ids, metadata: Metadata.optional(), suggestions: z.array(z.unknown()).optional() }),
  },
  'record.update': {
    before: z.object({ metadata: z.unknown(), vectors: z.record(z.string(), VectorBytes.nullable()) }).partial(),
    // Only the names of new vectors. Their values are in the record or, once replaced, in the state before its next event.
    after: z.object({ metadata: z.unknown(), vectors: z.array(z.string()) }).partial(),
  },
  // The people that it is assigned to.
  'record.assign': updated(z.object({ user_ids: Ids })),
  // The records of a dataset that were assigned to a deleted user, who neither submitted nor discarded an answer.
  'assignments.take_back': deleted(z.object({ user_id: z.string(), record_ids: Ids })),
  'record.delete': deleted(DeletedRecord),
  // What was no longer valid and is therefore not restored, as sentences.
  'record.restore': created(z.object({ left_out: z.array(z.string()) })),
  'suggestion.create': created(Suggestion),
  'suggestion.update': updated(Suggestion),
  'suggestion.delete': deleted(Suggestion),
  'response.create': created(Response),
  'response.update': updated(Response),
  'response.delete': deleted(Response),
  // What a deleted user wrote stays without an author: responses, decisions, doubts, and replies to the doubts of others. Older events have
  // only responses, or responses and decisions.
  'responses.anonymize': deleted(
    z.object({
      user_id: z.string(),
      username: z.string(),
      ids: Ids,
      resolutions: z.array(DecidedThen).optional(),
      doubts: Ids.optional(),
      resolved_doubts: Ids.optional(),
    }),
  ),
  'resolution.create': created(Resolution),
  'resolution.update': updated(Resolution),
  'resolution.delete': deleted(Resolution),
  'gold.create': created(Gold),
  'gold.delete': deleted(Gold),
  'doubt.create': created(Doubt),
  'doubt.update': updated(Doubt),
  'doubt.delete': deleted(Doubt),
  // Ended by the user who skipped it. An answer ends a skip, too, and has an event of its own.
  'skip.create': created(Skip),
  'skip.delete': deleted(Skip),

  'task_dataset.create': created(TaskDataset),
  // The dataset that it was copied from, and its version then. Missing in older events.
  'task_dataset.copy': created(
    TaskDataset.extend({ from: z.object({ id: z.string(), version: z.number() }).optional() }),
  ),
  'task_dataset.update': updated(TaskParts),
  // Older events of closing and opening have no state.
  'task_dataset.close': updated(IsClosed),
  'task_dataset.open': updated(IsClosed),
  'task_dataset.delete': deleted(TaskDataset),
  'task_dataset.restore': created(InBin),
  'task_dataset.purge': deleted(InBin),
  'task_settings.update': updated(TaskSettings),
  'task_settings.delete': deleted(TaskSettings),
  'task_labels.list_change': { before: Options, after: ChangedOptions },
  'task_labels.list_undo': { before: Options, after: ChangedOptions },
  'task_rule.create': created(RuleBody),
  'task_rule.update': updated(RuleBody),
  'task_rule.delete': deleted(RuleBody),
  // The changes of one record: its status, its annotation, `last_updated`, and the other parts that differ. Older events of updates have only
  // status and metadata.
  'task_record.update': updated(TaskRecord),
  'task_record.relabel': updated(TaskRecord),
  'task_record.predict': updated(TaskRecord),
  'task_record.restore': updated(TaskRecord),
  // Vectors of a record that was logged again: those that were replaced, and the names of these and of new ones, whose values are in the record
  // or in its next event.
  'task_record.vectors': {
    before: z.object({ vectors: z.array(TaskVector) }),
    after: z.object({ vectors: z.array(z.string()) }),
  },
  // Only the ids: each existing record that they changed has an event of its own. In older events its parts are here.
  'task_records.log': { before: TaskRecords.optional(), after: LoggedRecordIds },
  'task_records.relabel': { before: TaskRecords.optional(), after: z.union([TaskRecordIds, TaskRecords]) },
  'task_records.predict': { before: TaskRecords.optional(), after: z.union([TaskRecordIds, TaskRecords]) },
  // In events of older versions the records and the statuses are missing. Statuses are in the order of the keys.
  // `after` has the number of the keys, for lists that do not read the records.
  'task_records.delete': {
    before: z.object({ keys: Ids, records: PackedTaskRecords.optional() }),
    after: z.object({ count: z.number() }).optional(),
  },
  // `deletion` is the `seq` of the event of their deletion.
  'task_records.restore': created(z.object({ deletion: z.number(), keys: Ids })),
  'task_records.discard': {
    before: z.object({ keys: Ids, statuses: z.array(z.string()).optional() }),
    after: z.object({ status: z.literal('Discarded') }).optional(),
  },
} as const satisfies Record<string, { before?: z.ZodType; after?: z.ZodType }>

export type EventKind = keyof typeof EVENTS

/** The state before or after in an event of a kind; undefined if the kind has no such state. */
export type EventSide<Kind extends EventKind, Side extends 'before' | 'after'> = Kind extends EventKind
  ? (typeof EVENTS)[Kind] extends Record<Side, infer Shape extends z.ZodType>
    ? z.input<Shape>
    : undefined
  : never
