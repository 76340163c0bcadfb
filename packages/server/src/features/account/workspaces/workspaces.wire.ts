import { wireTime } from '../../../db/clock'
import type { Tables } from '../../../db/tables'

/** A workspace in replies, the same on both APIs. */
export function workspaceWire({ id, name, inserted_at, updated_at }: Tables['workspaces']) {
  return { id, name, inserted_at: wireTime(inserted_at), updated_at: wireTime(updated_at) }
}
