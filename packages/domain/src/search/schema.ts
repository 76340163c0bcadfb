/** The fields that queries can refer to, and how the values of each are interpreted. */

/**
 * `std`: folded words. `ws`: parts between white space, unchanged. `kw`: the whole value, unchanged. `presence`: a query can only test
 * whether there is a value (vectors).
 */
export type FieldKind = 'std' | 'ws' | 'kw' | 'number' | 'date' | 'boolean' | 'presence'

/** A field that a query can refer to. */
export interface SearchField {
  /** As written in queries: `metadata.topic.exact`. */
  readonly name: string
  /** Name of the field that contains its values: `metadata.topic`. */
  readonly source: string
  readonly kind: FieldKind
}

/** A field as a dataset declares it. */
export interface FieldDeclaration {
  readonly name: string
  readonly kind: FieldKind
  /** Name of the field that contains its values. Default: `name`. */
  readonly source?: string
  /** Without the `.text` and `.exact` variants that other text and keyword fields have. */
  readonly plain?: boolean
}

/** All fields of one dataset. */
export interface SearchSchema {
  /** The fields to search when a query names none. */
  readonly defaults: readonly SearchField[]
  readonly fields: readonly SearchField[]
  find(name: string): SearchField | undefined
}

/**
 * Make the schema of a dataset. Text fields also get a variant `.exact`, keyword fields `.text` and `.exact`. A declared field with the
 * same name takes precedence over a variant.
 *
 * @param defaults - names of the fields to search when a query names none; unknown names are ignored
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
