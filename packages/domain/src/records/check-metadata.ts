import type { Metadata } from '@postil/contract/feedback/record-parts'
import type { MetadataSettings } from '@postil/contract/feedback/settings/metadata-settings'
import { PyFloat, pyStr } from '@postil/contract/python-text'
import type { ExactJson } from '../wire/exact-json'

/** The metadata properties of a dataset, and whether records may have other keys. */
export interface MetadataRules {
  datasetId: string
  properties: ReadonlyMap<string, MetadataSettings>
  allowExtra: boolean
}

/**
 * Whether a record's metadata fits the dataset's properties (feedback-api §3.4). Null is a valid value of every property.
 *
 * @returns the message of the first broken rule, as in the API, or undefined
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

/**
 * Whether one value fits its property. Numbers may be written with or without a decimal point (feedback-api §10.1).
 *
 * @returns the reason why not, as in the API, or undefined
 */
export function checkMetadataValue(settings: MetadataSettings, value: ExactJson): string | undefined {
  switch (settings.type) {
    case 'terms':
      return checkTerms(settings.values, value)
    case 'integer':
      if (!isWhole(value)) return `'${pyStr(value)}' is not an integer.`
      return checkBounds(settings, value, pyStr)
    case 'float':
      if (typeof value !== 'number' && typeof value !== 'bigint') return `'${pyStr(value)}' is not a float.`
      return checkBounds(settings, Number(value), (number) => pyStr(new PyFloat(Number(number))))
  }
}

function isWhole(value: ExactJson): value is number | bigint {
  return typeof value === 'bigint' || Number.isInteger(value)
}

function checkTerms(allowed: string[] | null, value: ExactJson): string | undefined {
  if (allowed === null) return undefined
  const terms = Array.isArray(value) ? value : [value]
  const unknown = terms.find((term) => typeof term !== 'string' || !allowed.includes(term))
  return unknown === undefined ? undefined : `'${pyStr(unknown)}' is not an allowed term.`
}

function checkBounds(
  { min, max }: { min: number | null; max: number | null },
  value: number | bigint,
  print: (number: number | bigint) => string,
): string | undefined {
  if (min !== null && value < min) return `'${print(value)}' is less than the minimum value of '${print(min)}'.`
  if (max !== null && value > max) return `'${print(value)}' is greater than the maximum value of '${print(max)}'.`
  return undefined
}
