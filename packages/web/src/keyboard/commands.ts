import { type Keys, normaliseKeys } from './keys.ts'

/** A named command as a screen declares it, once, when its module loads. */
export interface CommandDefinition {
  /** Area first: `annotate.submit`. */
  id: string
  /** What it does, in words: in the palette, on the sheet, as a button's name. */
  label: string
  /** Heading on the sheet. Commands of one group, and those of `EVERYWHERE`, cannot share keys. */
  group: string
  /** Its own keys, the first of them printed on the button. None: palette and button only. */
  keys?: readonly Keys[]
  /** Runs while a text field has the focus, too. For keys with Ctrl or ⌘ only. */
  isForText?: boolean
  /** Leave it out of the palette: moves that make no sense as a choice from a list. */
  isHidden?: boolean
}

/** What a command does on the screen that is open. */
export interface CommandBinding {
  run: () => void
  isEnabled?: boolean
  /** Why it cannot run now, in words for the button and the palette. */
  reason?: string
}

/** A command as buttons, palette and sheet see it. */
export interface Command {
  id: string
  label: string
  group: string
  keys: readonly Keys[]
  isForText: boolean
  isHidden: boolean
  /** A screen that is open can do it. */
  isBound: boolean
  isEnabled: boolean
  reason?: string
  run: () => void
}

/** Somewhere to go that the palette finds by its name. */
export interface Place {
  id: string
  label: string
  /** What tells it from others of its name. */
  detail: string
  open: () => void
}

/** The group whose commands work on every screen. */
export const EVERYWHERE = 'everywhere'
const STORAGE_KEY = 'postil.keys'

type GetBinding = () => CommandBinding
type Remapped = Readonly<Record<string, readonly Keys[]>>

/** All named commands, who does them now, and the reader's own keys. */
export class CommandRegistry {
  #definitions = new Map<string, CommandDefinition & { keys: readonly Keys[] }>()
  #bindings = new Map<string, GetBinding[]>()
  #listeners = new Set<() => void>()
  /** As they were read last: what has not changed stays the same object. */
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

  /** Say what a command does while a screen is open; the latest says last. @returns a function that takes it back */
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

  /** The command as it is now: the same object for as long as nothing of it has changed. Throws for a name nobody declared. */
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

  /** The keys that run it, the reader's own if there are any: the same list until it changes. */
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

  /** Give a command other keys, kept on this device; undefined brings its own back. */
  setKeys(id: string, keys: readonly Keys[] | undefined): void {
    const { [id]: _dropped, ...others } = this.#remapped
    this.#remapped = keys ? { ...others, [id]: keys.map(normaliseKeys) } : others
    this.#storage?.setItem(STORAGE_KEY, JSON.stringify(this.#remapped))
    this.changed()
  }

  /** Tell watchers that a binding became enabled or disabled. */
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
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(
      Object.entries(stored).flatMap(([id, keys]) =>
        Array.isArray(keys) ? [[id, keys.filter((one) => typeof one === 'string')]] : [],
      ),
    )
  } catch {
    // Somebody else's text under our key: the commands keep their own keys.
    return {}
  }
}
