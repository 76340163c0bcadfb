import { createContext, useContext, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { type Command, type CommandBinding, CommandRegistry } from './commands.ts'

/** The page's command registry. */
export const commands = new CommandRegistry(typeof localStorage === 'undefined' ? undefined : localStorage)

/** Provides another registry, for tests and the component page. */
export const CommandContext = createContext(commands)

/** The registry in use. */
export function useCommandRegistry(): CommandRegistry {
  return useContext(CommandContext)
}

/**
 * A named command for a button. With a binding, this component also provides the action while it is mounted.
 *
 * @example const submit = useCommand('annotate.submit', { run: handleSubmit, isEnabled: canSubmit, reason })
 */
export function useCommand(id: string, binding?: CommandBinding): Command {
  const registry = useCommandRegistry()
  const latest = useRef(binding)
  const isBinding = binding !== undefined
  // Re-render only when this command changes. A component that binds the command knows everything but the keys.
  useSyncExternalStore(registry.subscribe, () => (isBinding ? registry.keysOf(id) : registry.get(id)))

  useLayoutEffect(() => {
    latest.current = binding
  })
  useLayoutEffect(() => {
    if (!isBinding) return
    return registry.bind(id, () => latest.current ?? { run: () => undefined, isEnabled: false })
  }, [registry, id, isBinding])

  const isEnabled = binding?.isEnabled !== false
  const reason = binding?.reason
  // biome-ignore lint/correctness/useExhaustiveDependencies: notifies watchers when these two change
  useEffect(() => {
    if (isBinding) registry.changed()
  }, [registry, isBinding, isEnabled, reason])

  const command = registry.get(id)
  if (!binding) return command
  return {
    ...command,
    isBound: true,
    isEnabled,
    reason: isEnabled ? undefined : reason,
    run: () => isEnabled && binding.run(),
  }
}
