import { isObject } from '@postil/domain/is-object'
import { readItem, writeItem } from './stored.ts'

/** Toggles of the built app and of a development server are kept apart (spec section 9). */
const TOGGLES_KEY = { production: 'postil.features', development: 'postil.features.dev' } as const
export type Mode = keyof typeof TOGGLES_KEY

/** Experimental features: `wideCards`, cards of records as wide as the window. */
export type Feature = 'wideCards'

const MODE: Mode = import.meta.env.PROD ? 'production' : 'development'

/** Whether an experimental feature is switched on in this browser. */
export function isFeatureOn(name: Feature, mode: Mode = MODE): boolean {
  return readToggles(mode)[name] === true
}

/** Switch a feature on or off in this browser. */
export function setFeature(name: Feature, isOn: boolean, mode: Mode = MODE): void {
  writeItem(TOGGLES_KEY[mode], JSON.stringify({ ...readToggles(mode), [name]: isOn }))
}

function readToggles(mode: Mode): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(readItem(TOGGLES_KEY[mode]) ?? '{}')
    return isObject(stored) ? stored : {}
  } catch {
    // Not a value we wrote: everything is off.
    return {}
  }
}
