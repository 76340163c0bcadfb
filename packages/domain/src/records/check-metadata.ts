import type { MetadataSettings } from '@postil/contract/feedback/metadata-settings'
import type { Metadata } from '@postil/contract/feedback/record-parts'
import type { Json } from '@postil/contract/shapes'
import { PyFloat, pyStr } from '../wire/python-text'

/** The metadata properties of a dataset, and whether records may carry other keys. */
export interface MetadataRules {
  datasetId: string
  properties: ReadonlyMap<string, MetadataSettings>
  allowExtra: boolean
}

/**
 * Whether a record's metadata fits the dataset's properties (feedback-api §3.4). Null always does.
 *
 * @returns the first rule broken, in the wire's words, or undefined
 */
export function checkMetadata(
  { datasetId, properties, allowExtra }: MetadataRules,
  metadata: Metadata,
): string | undefined {
  for (const [key, value] of Object.entries(metadata)) {
    const settings = properties.get(key)
    if (!settings) {
      if (allowExtra) continue
      const rule = `and extra metadata is not allowed for this dataset`
      return `metadata is not valid: '${key}' metadata property does not exists for dataset '${datasetId}' ${rule}`
    }
    const failure = value === null ? undefined : checkMetadataValue(settings, value)
    if (failure) return `metadata is not valid: '${key}' metadata property validation failed because ${failure}`
  }
  return undefined
}

/** Whether one value fits its property. Numbers may be spelled with or without a decimal point (feedback-api §10.1). */
export function checkMetadataValue(settings: MetadataSettings, value: Json): string | undefined {
  switch (settings.type) {
    case 'terms':
      return checkTerms(settings.values, value)
    case 'integer':
      if (typeof value !== 'number' || !Number.isInteger(value)) return `'${pyStr(value)}' is not an integer.`
      return checkBounds(settings, value, pyStr)
    case 'float':
      if (typeof value !== 'number') return `'${pyStr(value)}' is not a float.`
      return checkBounds(settings, value, (number) => pyStr(new PyFloat(number)))
  }
}

function checkTerms(allowed: string[] | null, value: Json): string | undefined {
  if (allowed === null) return undefined
  const terms = Array.isArray(value) ? value : [value]
  const unknown = terms.find((term) => typeof term !== 'string' || !allowed.includes(term))
  return unknown === undefined ? undefined : `'${pyStr(unknown)}' is not an allowed term.`
}

function checkBounds(
  { min, max }: { min: number | null; max: number | null },
  value: number,
  print: (number: number) => string,
): string | undefined {
  if (min !== null && value < min) return `'${print(value)}' is less than the minimum value of '${print(min)}'.`
  if (max !== null && value > max) return `'${print(value)}' is greater than the maximum value of '${print(max)}'.`
  return undefined
}
