/** The fields a query may speak of, and how each is read. */

/**
 * `std`: words, folded. `ws`: parts between white space, as they are. `kw`: the whole value, as it is. `presence`: only known to be there
 * or not (vectors).
 */
export type FieldKind = 'std' | 'ws' | 'kw' | 'number' | 'date' | 'boolean' | 'presence'

/** A field as a query sees it. */
export interface SearchField {
  /** As written in queries: `metadata.topic.exact`. */
  readonly name: string
  /** The field whose values it reads: `metadata.topic`. */
  readonly source: string
  readonly kind: FieldKind
}

/** A field as a dataset declares it. */
export interface FieldDeclaration {
  readonly name: string
  readonly kind: FieldKind
  /** The field whose values it reads, when that is another one. */
  readonly source?: string
  /** Without the `.text` and `.exact` readings that other texts and keywords have. */
  readonly plain?: boolean
}

/** All fields of one dataset. */
export interface SearchSchema {
  /** The fields meant when a query names none. */
  readonly defaults: readonly SearchField[]
  readonly fields: readonly SearchField[]
  find(name: string): SearchField | undefined
}

/**
 * Make the schema of a dataset. Texts also get a `.exact` reading, keywords `.text` and `.exact`; a declared field of such a name wins.
 *
 * @param defaults - names of the fields meant when a query names none; unknown ones are left out
 */
export function makeSchema(declared: readonly FieldDeclaration[], defaults: readonly string[]): SearchSchema {
  const byName = new Map<string, SearchField>()
  for (const { name, kind, source = name } of declared) byName.set(name, { name, source, kind })
  for (const declaration of declared) {
    for (const reading of readingsOf(declaration)) if (!byName.has(reading.name)) byName.set(reading.name, reading)
  }
  return {
    fields: [...byName.values()],
    defaults: defaults.flatMap((name) => byName.get(name) ?? []),
    find: (name) => byName.get(name),
  }
}

function readingsOf({ name, kind, plain }: FieldDeclaration): SearchField[] {
  const exact: SearchField = { name: `${name}.exact`, source: name, kind: 'ws' }
  if (plain) return []
  if (kind === 'std') return [exact]
  if (kind === 'kw') return [{ name: `${name}.text`, source: name, kind: 'std' }, exact]
  return []
}
