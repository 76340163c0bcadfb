import { type Command, type CommandRegistry, EVERYWHERE } from './commands.ts'
import { type Keys, normaliseKeys } from './keys.ts'

/** The command that would conflict if `id` had these keys. */
export function findConflict(registry: CommandRegistry, id: string, keys: Keys): Command | undefined {
  const { group } = registry.get(id)
  return registry
    .list()
    .find(
      (other) =>
        other.id !== id &&
        other.keys.includes(normaliseKeys(keys)) &&
        (other.group === group || other.group === EVERYWHERE || group === EVERYWHERE),
    )
}
