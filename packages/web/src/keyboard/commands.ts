import { isObject } from '@postil/domain/is-object'
import { type Keys, normaliseKeys } from './keys.ts'

/** A named command. Each screen declares its commands once, when its module loads. */
export interface CommandDefinition {
  /** Area first: `annotate.submit`. */
  id: string
  /** Display name: in the palette, on the shortcut sheet, on its button. */
  label: string
  /** Heading on the sheet. Commands of one group, and those of `EVERYWHERE`, cannot share keys. */
  group: string
  /** Default keys, the first of them shown on the button. None: palette and button only. */
  keys?: readonly Keys[]
  /** Also runs while a text field has the focus. For keys with Ctrl or ⌘ only. */
  isForText?: boolean
  /** Leave it out of the palette: navigation that makes no sense as a choice from a list. */
  isHidden?: boolean
}

/** A binding: the action of a command while a screen is open. */
export interface CommandBinding {
  run: () => void
  isEnabled?: boolean
  /** Why it cannot run now, as text for the button and the palette. */
  reason?: string
}

/** The state of a command for buttons, the palette and the shortcut sheet. */
export interface Command {
  id: string
  label: string
  group: string
  keys: readonly Keys[]
  isForText: boolean
  isHidden: boolean
  /** The open screen has bound it. */
  isBound: boolean
  isEnabled: boolean
  reason?: string
  run: () => void
}

/** A page that the palette finds by name. */
export interface Place {
  id: string
  label: string
  /** Distinguishes it from places with the same name. */
  detail: string
  open: () => void
}

/** The group whose commands work on every screen. */
export const EVERYWHERE = 'everywhere'
const STORAGE_KEY = 'postil.keys'

type GetBinding = () => CommandBinding
type Remapped = Readonly<Record<string, readonly Keys[]>>

/** All named commands, their current bindings, and the user's own keys. */
export class CommandRegistry {
  #definitions = new Map<string, CommandDefinition & { keys: readonly Keys[] }>()
  #bindings = new Map<string, GetBinding[]>()
  #listeners = new Set<() => void>()
  /** Cached snapshots: as long as a command does not change, its snapshot is the same object. */
  #known = new Map<string, Command>()
  #remapped: Remapped
  #storage: Pick<Storage, 'getItem' | 'setItem'> | undefined
  /** Loads the places that the palette finds besides commands; undefined where there are none. */
  loadPlaces: (() => Promise<readonly Place[]>) | undefined
  #version = 0

  constructor(storage?: Pick<Storage, 'getItem' | 'setItem'>) {
    this.#storage = storage
    this.#remapped = readRemapped(storage)
  }

  /** Declare commands. Declaring one again replaces it. */
  define(definitions: readonly CommandDefinition[]): void {
    for (const definition of definitions) {
      this.#definitions.set(definition.id, { ...definition, keys: (definition.keys ?? []).map(normaliseKeys) })
      this.#known.delete(definition.id)
    }
    this.changed()
  }

  /** Bind a command while a screen is open; the latest binding wins. @returns a function that removes it */
  bind(id: string, getBinding: GetBinding): () => void {
    this.#bindings.set(id, [...(this.#bindings.get(id) ?? []), getBinding])
    this.changed()
    return () => {
      this.#bindings.set(
        id,
        (this.#bindings.get(id) ?? []).filter((one) => one !== getBinding),
      )
      this.changed()
    }
  }

  /** A snapshot of the command, which is the same object until the command changes. Throws for an undeclared id. */
  get(id: string): Command {
    const definition = this.#definitions.get(id)
    if (!definition) throw new Error(`No command is called ${id}`)
    const binding = this.#bindingOf(id)
    const keys = this.keysOf(id)
    const isBound = binding !== undefined
    const isEnabled = isBound && binding.isEnabled !== false
    const reason = isEnabled ? undefined : binding?.reason
    const known = this.#known.get(id)
    if (known?.isBound === isBound && known.isEnabled === isEnabled && known.reason === reason && known.keys === keys)
      return known
    const command: Command = {
      isForText: false,
      isHidden: false,
      ...definition,
      keys,
      isBound,
      isEnabled,
      reason,
      run: () => {
        const now = this.#bindingOf(id)
        if (now && now.isEnabled !== false) now.run()
      },
    }
    this.#known.set(id, command)
    return command
  }

  /** The command's keys: the user's own if set, else the default. The same list until they change. */
  keysOf(id: string): readonly Keys[] {
    return this.#remapped[id] ?? this.#definitions.get(id)?.keys ?? []
  }

  /** Every declared command, in the order of declaration. */
  list(): Command[] {
    return [...this.#definitions.keys()].map((id) => this.get(id))
  }

  /** The commands these keys run on the open screen. */
  findByKeys(keys: Keys): Command[] {
    return this.list().filter((command) => command.isBound && command.keys.includes(keys))
  }

  isRemapped(id: string): boolean {
    return this.#remapped[id] !== undefined
  }

  /** Set other keys for a command, kept on this device; undefined restores the default. */
  setKeys(id: string, keys: readonly Keys[] | undefined): void {
    const { [id]: _dropped, ...others } = this.#remapped
    this.#remapped = keys ? { ...others, [id]: keys.map(normaliseKeys) } : others
    this.#storage?.setItem(STORAGE_KEY, JSON.stringify(this.#remapped))
    this.changed()
  }

  /** Notify watchers that a binding became enabled or disabled. */
  changed(): void {
    this.#version += 1
    for (const listener of this.#listeners) listener()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getVersion = (): number => this.#version

  #bindingOf(id: string): CommandBinding | undefined {
    return this.#bindings.get(id)?.at(-1)?.()
  }
}

function readRemapped(storage: Pick<Storage, 'getItem'> | undefined): Remapped {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(STORAGE_KEY) ?? '{}')
    if (!isObject(stored)) return {}
    return Object.fromEntries(
      Object.entries(stored).flatMap(([id, keys]) =>
        Array.isArray(keys) ? [[id, keys.filter((one) => typeof one === 'string')]] : [],
      ),
    )
  } catch {
    // Not a value we wrote: the commands keep their default keys.
    return {}
  }
}
