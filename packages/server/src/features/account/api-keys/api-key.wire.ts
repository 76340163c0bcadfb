import { wireTime, wireTimeOrNull } from '../../../db/clock'
import type { ApiKeyTable } from '../../../db/tables'

/** A key as listed, without the key itself. */
export function keyWire({ id, name, last_four, inserted_at, last_used_at, expires_at }: ApiKeyTable) {
  return {
    id,
    name,
    last_four,
    inserted_at: wireTime(inserted_at),
    last_used_at: wireTimeOrNull(last_used_at),
    expires_at: wireTimeOrNull(expires_at),
  }
}
