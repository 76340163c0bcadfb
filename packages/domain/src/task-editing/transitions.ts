import type { AnyRecordBody } from '@postil/contract/task/records'
import type { EditableRecord } from './record'

/** Apply an unsaved change of the annotation: the record becomes Edited and selected. */
export function edit<Body extends AnyRecordBody>(
  record: EditableRecord<Body>,
  annotation: Body['annotation'],
): EditableRecord<Body> {
  return { ...record, annotation, status: 'Edited', isSelected: true }
}

/**
 * Discard a record. Its annotation stays; when it has unsaved edits, they are the user's.
 *
 * @param agent - the user's name
 */
export function discard<Body extends AnyRecordBody>(record: EditableRecord<Body>, agent: string): EditableRecord<Body> {
  const { annotation } = record
  return {
    ...record,
    annotation: annotation && isPending(record) ? { ...annotation, agent: agentName(agent) } : annotation,
    status: 'Discarded',
    isSelected: false,
    originStatus: undefined,
  }
}

/**
 * Validate a record with an annotation, with the user as the annotation's agent.
 *
 * @param agent - the user's name
 */
export function validate<Body extends AnyRecordBody>(
  record: EditableRecord<Body>,
  annotation: NonNullable<Body['annotation']>,
  agent: string,
): EditableRecord<Body> {
  return {
    ...record,
    annotation: { ...annotation, agent: agentName(agent) },
    status: 'Validated',
    isSelected: false,
    originStatus: undefined,
  }
}

/** Undo a validation or a discard. */
export function undo<Body extends AnyRecordBody>(record: EditableRecord<Body>): EditableRecord<Body> {
  return { ...record, status: 'Default', originStatus: 'Default' }
}

/**
 * Drop unsaved changes: restore status and annotation as last saved, or as they are being saved.
 *
 * @param sent - what is still being sent to the server, if anything
 */
export function reset<Body extends AnyRecordBody>(
  record: EditableRecord<Body>,
  sent?: Pick<EditableRecord<Body>, 'status' | 'annotation'>,
): EditableRecord<Body> {
  const { body } = record
  const { status, annotation } = sent ?? { ...body, status: record.originStatus ?? body.status }
  return { ...record, status, annotation: annotation ?? undefined, isSelected: false }
}

/** Remove the annotation. */
export function resetAnnotations<Body extends AnyRecordBody>(record: EditableRecord<Body>): EditableRecord<Body> {
  return { ...record, annotation: undefined, status: 'Default', isSelected: false }
}

/**
 * Mark a record as saved: what was sent becomes its last saved state. Changes made since the request was sent stay.
 *
 * @param saved - status and annotation as sent to the server
 * @param lastUpdated - the new version from the server's reply, if known
 */
export function settle<Body extends AnyRecordBody>(
  record: EditableRecord<Body>,
  saved: Pick<EditableRecord<Body>, 'status' | 'annotation'>,
  lastUpdated: string | undefined,
): EditableRecord<Body> {
  const body = {
    ...record.body,
    status: saved.status,
    annotation: saved.annotation,
    last_updated: lastUpdated ?? record.body.last_updated,
  }
  return { ...record, body, originStatus: saved.status }
}

/** Whether leaving the page would lose unsaved edits. Records that are stored as Edited have none. */
export function hasPending(records: readonly EditableRecord[]): boolean {
  return records.some(isPending)
}

/** Whether a record has edits that are not saved. */
export function isPending({ status, annotation, body }: EditableRecord): boolean {
  return status === 'Edited' && (body.status !== 'Edited' || annotation !== (body.annotation ?? undefined))
}

// Agents have at most 64 characters (classic-api section 4).
const AGENT_LENGTH = 64

/** The user's name as the agent of an annotation. */
export function agentName(name: string): string {
  return [...name].slice(0, AGENT_LENGTH).join('')
}
